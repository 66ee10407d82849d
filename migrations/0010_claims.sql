-- Claims told apart by a closed list, neutral rulings, stalemate as a reason. SQLite cannot change a check of a table that is there,
-- so each table is made again with its rows, and with the numbers that were given out already.

create table slip_now (
    id integer primary key autoincrement,
    round integer not null references round (id),
    table_number integer not null,
    match integer not null check (match in (1, 2)),
    -- 1, and one more for each replay that was ordered
    playing integer not null default 1 check (playing > 0),
    -- the match as a whole, where the boards are not told apart
    outcome text check (outcome in ('1-0', '0-1', '1/2', '0-0', '+/-', '-/+', '-/-')),
    -- how the match ended, where the board is not told
    reason text check (
        reason in ('mate', 'resign', 'time', 'illegal', 'forfeit', 'penalty', 'absent', 'no-clock', 'agreement', 'flags', 'repetition', 'stalemate', 'simultaneous')
    ),
    white_a integer references player (id),
    white_b integer references player (id),
    unique (round, table_number, match, playing),
    check ((white_a is null) = (white_b is null))
) strict;

insert into slip_now (
    id, round, table_number, match, playing, outcome, reason, white_a, white_b
)
select
    id, round, table_number, match, playing, outcome, reason, white_a, white_b
from slip;

delete from sqlite_sequence where name = 'slip_now';
insert into sqlite_sequence (name, seq) select 'slip_now', seq from sqlite_sequence where name = 'slip';

create table board_report_now (
    id integer primary key autoincrement,
    slip integer not null references slip_now (id),
    board text not null check (board in ('a', 'b')),
    outcome text not null check (outcome in ('first', 'second', 'drawn', 'both-lost', 'stopped')),
    reason text check (
        reason in ('mate', 'resign', 'time', 'illegal', 'forfeit', 'penalty', 'absent', 'no-clock', 'agreement', 'flags', 'repetition', 'stalemate', 'simultaneous')
    ),
    -- 1 for the board that ended first; equal numbers when both ended at once
    ended integer not null check (ended in (1, 2)),
    unique (slip, board)
) strict;

insert into board_report_now (
    id, slip, board, outcome, reason, ended
)
select
    id, slip, board, outcome, reason, ended
from board_report;

delete from sqlite_sequence where name = 'board_report_now';
insert into sqlite_sequence (name, seq) select 'board_report_now', seq from sqlite_sequence where name = 'board_report';

create table ruling_now (
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
    kind text not null check (kind in ('offence', 'claim', 'spectator', 'neutral')),
    offence text,
    flag_fell integer check (flag_fell in (0, 1)),
    -- as it was announced; what the step would be now is computed
    step integer check (step > 0),
    penalty text,
    overridden integer check (overridden in (0, 1)),
    -- carried out although the match was over
    carry_out integer not null default 0 check (carry_out in (0, 1)),
    -- the step it had come to when the director looked at it again and let it stand
    kept_step integer check (kept_step > 0),
    claim text check (
        claim in (
            'illegal-move', 'flag', 'both-flags', 'agreement', 'repetition', 'mate', 'stalemate', 'losing-chances', 'setup', 'no-clock',
            'defective-clock'
        )
    ),
    before_reply integer check (before_reply in (0, 1)),
    clock_pressed integer check (clock_pressed in (0, 1)),
    own_flag_up integer check (own_flag_up in (0, 1)),
    against text check (against in ('illegal-move', 'flag')),
    claim_order text check (claim_order in ('first', 'second', 'same')),
    -- the kind of fault a claim is about, as the rulebook's closed list names it
    wrong text,
    -- what a neutral ruling did
    what text,
    -- how a neutral ruling set the clocks
    clocks text check (json_valid(clocks)),
    denied_by_director integer check (denied_by_director in (0, 1)),
    verdict text check (verdict in ('upheld', 'denied')),
    action text check (action in ('replay', 'forfeit', 'expel', 'other', 'none')),
    person text,
    -- the person, where it is a player of another match
    person_player integer references player (id),
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
    check ((kind = 'offence') = (offence is not null) and (offence is null or penalty is not null)),
    check (penalty is null or kind in ('offence', 'spectator')),
    check ((kind = 'claim') = (claim is not null) and (claim is null) = (verdict is null)),
    check ((kind = 'spectator') = (action is not null)),
    check (kind <> 'neutral' or what is not null),
    check ((voided_at is null) = (voided_reason is null))
) strict;

insert into ruling_now (
    id, at, official, section, round, table_number, match, playing, board, side, match_undecided, board_unfinished,
    other_ended, player, team, rule, fallback, kind, offence, flag_fell, step, penalty, overridden, claim, before_reply,
    clock_pressed, own_flag_up, against, claim_order, what, denied_by_director, verdict, action, person, orders, reason,
    note, witnesses, voided_at, voided_by, voided_reason
)
select
    id, at, official, section, round, table_number, match, playing, board, side, match_undecided, board_unfinished,
    other_ended, player, team, rule, fallback, kind, offence, flag_fell, step, penalty, overridden, claim, before_reply,
    clock_pressed, own_flag_up, against, claim_order, null, denied_by_director, verdict, action, person, orders, reason,
    case when what is null then note else coalesce(note || '; ', '') || what end, witnesses, voided_at, voided_by,
    voided_reason
from ruling;

delete from sqlite_sequence where name = 'ruling_now';
insert into sqlite_sequence (name, seq) select 'ruling_now', seq from sqlite_sequence where name = 'ruling';

create table appeal_now (
    id integer primary key autoincrement,
    ruling integer not null references ruling_now (id),
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

insert into appeal_now (
    id, ruling, level, player, team, at, note, outcome, penalty, decided_by, decided_at, decision_note, withdrawn_at
)
select
    id, ruling, level, player, team, at, note, outcome, penalty, decided_by, decided_at, decision_note, withdrawn_at
from appeal;

delete from sqlite_sequence where name = 'appeal_now';
insert into sqlite_sequence (name, seq) select 'appeal_now', seq from sqlite_sequence where name = 'appeal';

drop table board_report;
drop table slip;
drop table appeal;
drop table ruling;

alter table slip_now rename to slip;
alter table board_report_now rename to board_report;
alter table ruling_now rename to ruling;
alter table appeal_now rename to appeal;

create index ruling_player on ruling (player);

-- a ruling has at most one appeal that waits for a decision
create unique index appeal_open on appeal (ruling) where outcome is null and withdrawn_at is null;
