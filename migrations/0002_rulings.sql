-- What happened at the boards, and what was decided about it. Ladder steps due, results and who is out are computed from these.

create table ruling (
    id integer primary key autoincrement,
    at text not null,
    official integer references official (id),
    section integer not null references section (id),
    -- the latest posted round when it was made; null before the first
    round integer references round (id),
    table_number integer check (table_number > 0),
    match integer check (match in (1, 2)),
    playing integer check (playing > 0),
    board text check (board in ('a', 'b')),
    side text check (side in ('first', 'second')),
    -- how the match stood then: a ruling at a finished match changes no result
    match_undecided integer not null default 0 check (match_undecided in (0, 1)),
    board_unfinished integer not null default 0 check (board_unfinished in (0, 1)),
    other_ended integer not null default 0 check (other_ended in (0, 1)),
    player integer references player (id),
    team integer references team (id),
    rule text,
    -- the rule only hands the matter on to another text
    fallback integer not null default 0 check (fallback in (0, 1)),
    kind text not null check (kind in ('offence', 'claim', 'spectator')),
    offence text,
    flag_fell integer check (flag_fell in (0, 1)),
    -- as it was announced; what the step would be now is computed
    step integer check (step > 0),
    penalty text,
    overridden integer check (overridden in (0, 1)),
    claim text check (
        claim in ('illegal-move', 'flag', 'both-flags', 'agreement', 'repetition', 'mate', 'setup', 'no-clock')
    ),
    before_reply integer check (before_reply in (0, 1)),
    clock_pressed integer check (clock_pressed in (0, 1)),
    own_flag_up integer check (own_flag_up in (0, 1)),
    against text check (against in ('illegal-move', 'flag')),
    claim_order text check (claim_order in ('first', 'second', 'same')),
    what text,
    denied_by_director integer check (denied_by_director in (0, 1)),
    verdict text check (verdict in ('upheld', 'denied')),
    action text check (action in ('replay', 'forfeit', 'expel', 'none')),
    person text,
    -- the playing that a replay ordered
    orders integer check (orders > 1),
    reason text,
    note text,
    witnesses text not null default '[]' check (json_valid(witnesses)),
    voided_at text,
    voided_by integer references official (id),
    voided_reason text,
    check ((table_number is null) = (match is null) and (match is null) = (playing is null)),
    check (table_number is null or round is not null),
    check ((kind = 'offence') = (offence is not null) and (offence is null) = (penalty is null)),
    check ((kind = 'claim') = (claim is not null) and (claim is null) = (verdict is null)),
    check ((kind = 'spectator') = (action is not null)),
    check ((voided_at is null) = (voided_reason is null))
) strict;

create index ruling_player on ruling (player);

create table appeal (
    id integer primary key autoincrement,
    ruling integer not null references ruling (id),
    level text not null check (level in ('section-chief', 'floor-chief')),
    player integer references player (id),
    team integer references team (id),
    at text not null,
    note text,
    outcome text check (outcome in ('upheld', 'overturned', 'modified')),
    penalty text,
    decided_by integer references official (id),
    decided_at text,
    decision_note text,
    withdrawn_at text,
    check ((player is null) <> (team is null)),
    check ((outcome is null) = (decided_by is null) and (outcome is null) = (decided_at is null)),
    check ((penalty is not null) = (outcome is 'modified')),
    check (outcome is null or withdrawn_at is null)
) strict;

-- a ruling has at most one appeal that waits for a decision
create unique index appeal_open on appeal (ruling) where outcome is null and withdrawn_at is null;

-- what the organiser sets on top of the rulebook: how far back an offence counts, and the harshest penalty an office gives alone
create table house_rule (
    id integer primary key autoincrement,
    kind text not null check (kind in ('scope', 'limit')),
    -- the offence, or the office
    name text not null,
    value text not null,
    unique (kind, name)
) strict;
