-- One tournament a file. Facts only: scores, standings, match results and ladder steps are computed from these.

create table tournament (
    id integer primary key check (id = 1),
    name text not null check (trim(name) <> ''),
    date text,
    venue text,
    rulebook text not null,
    -- the text used is kept, so that an old ruling is explained by the rules of its day
    rulebook_text text not null,
    rulebook_hash text not null,
    -- every lot of the event is drawn from this number
    seed integer not null
) strict;

create table section (
    id integer primary key autoincrement,
    name text not null collate nocase unique check (trim(name) <> ''),
    grade_low integer check (grade_low between -1 and 12),
    grade_high integer check (grade_high between grade_low and 12),
    rating_under integer check (rating_under between 1 and 4001),
    format text not null check (format in ('swiss', 'round-robin', 'double-round-robin', 'quads', 'knockout')),
    rounds integer check (rounds between 1 and 99),
    matches integer not null check (matches in (1, 2)),
    match_points text not null check (match_points in ('1', '0.5')),
    first_table integer check (first_table between 1 and 99999),
    colours text not null check (colours in ('team', 'directed')),
    -- pairing and tie-break settings by name, as the engines read them
    settings text not null check (json_valid(settings)),
    from_section integer references section (id),
    from_top integer check (from_top > 0),
    check ((grade_low is null) = (grade_high is null)),
    check ((from_section is null) = (from_top is null))
) strict;

create table school (
    id integer primary key autoincrement,
    name text not null unique check (trim(name) <> '')
) strict;

create table player (
    id integer primary key autoincrement,
    name text not null check (trim(name) <> ''),
    grade integer check (grade between -1 and 12),
    rating integer check (rating between 1 and 4000),
    federation_id text,
    school integer references school (id),
    section integer references section (id),
    initials_only integer not null default 0 check (initials_only in (0, 1))
) strict;

create table team (
    id integer primary key autoincrement,
    name text not null check (trim(name) <> ''),
    section integer not null references section (id),
    -- exactly two partners, fixed for the event
    player_a integer not null unique references player (id),
    player_b integer not null unique references player (id),
    school integer references school (id),
    rating integer check (rating between 1 and 4000),
    house integer not null default 0 check (house in (0, 1)),
    -- drawn once at entry; parts equal ratings
    lot integer not null,
    pairing_number integer check (pairing_number > 0),
    checked_in integer not null default 0 check (checked_in in (0, 1)),
    check (player_a <> player_b)
) strict;

create trigger team_partner_free_insert before insert on team
when exists (select 1 from team where player_b = new.player_a or player_a = new.player_b)
begin
    select raise (abort, 'a player belongs to one team');
end;

create trigger team_partner_free_update before update of player_a, player_b on team
when exists (select 1 from team where id <> new.id and (player_b = new.player_a or player_a = new.player_b))
begin
    select raise (abort, 'a player belongs to one team');
end;

create index team_section on team (section);

-- leaving the event, and coming back
create table absence (
    id integer primary key autoincrement,
    team integer not null references team (id),
    from_round integer not null check (from_round > 0),
    returned integer check (returned > 0),
    expelled integer not null default 0 check (expelled in (0, 1))
) strict;

create table bye_request (
    id integer primary key autoincrement,
    team integer not null references team (id),
    round integer not null check (round > 0),
    points text not null check (points in ('full', 'half', 'zero')),
    unique (team, round)
) strict;

create table official (
    id integer primary key autoincrement,
    name text not null check (trim(name) <> ''),
    role text not null check (role in ('td', 'section-chief', 'floor-chief')),
    section integer references section (id)
) strict;

create table round (
    id integer primary key autoincrement,
    section integer not null references section (id),
    number integer not null check (number > 0),
    -- paired while results were missing or an appeal was open
    provisional integer not null default 0 check (provisional in (0, 1)),
    unique (section, number)
) strict;

-- one status a team and round: a side of a table, or a bye
create table assignment (
    id integer primary key autoincrement,
    round integer not null references round (id),
    team integer not null references team (id),
    table_number integer check (table_number > 0),
    side text check (side in ('first', 'second')),
    bye text check (bye in ('full', 'half', 'zero')),
    -- the odd team's bye, rather than one asked for or an absence
    assigned integer not null default 0 check (assigned in (0, 1)),
    unique (round, team),
    unique (round, table_number, side),
    check ((table_number is null) = (side is null)),
    check ((table_number is null) <> (bye is null))
) strict;

-- teams of one section that play in another as well: its final, by seed
create table qualifier (
    id integer primary key autoincrement,
    section integer not null references section (id),
    team integer not null references team (id),
    seed integer not null check (seed > 0),
    unique (section, team)
) strict;

create table slip (
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
        reason in ('mate', 'resign', 'time', 'illegal', 'forfeit', 'penalty', 'absent', 'no-clock', 'agreement', 'flags', 'repetition', 'simultaneous')
    ),
    white_a integer references player (id),
    white_b integer references player (id),
    unique (round, table_number, match, playing),
    check ((white_a is null) = (white_b is null))
) strict;

create table board_report (
    id integer primary key autoincrement,
    slip integer not null references slip (id),
    board text not null check (board in ('a', 'b')),
    outcome text not null check (outcome in ('first', 'second', 'drawn', 'both-lost', 'stopped')),
    reason text check (
        reason in ('mate', 'resign', 'time', 'illegal', 'forfeit', 'penalty', 'absent', 'no-clock', 'agreement', 'flags', 'repetition', 'simultaneous')
    ),
    -- 1 for the board that ended first; equal numbers when both ended at once
    ended integer not null check (ended in (1, 2)),
    unique (slip, board)
) strict;

-- the director's wishes for the pairing: round null is a standing do-not-pair, a number a pair to be made in that round
create table pairing_wish (
    id integer primary key autoincrement,
    team_a integer not null references team (id),
    team_b integer not null references team (id),
    round integer check (round > 0),
    check (team_a < team_b),
    unique (team_a, team_b, round)
) strict;

-- who did what, when: one row a command, its row images in change
create table command (
    id integer primary key autoincrement,
    at text not null,
    kind text not null check (kind in ('do', 'undo', 'redo')),
    -- the command that an undo or redo is about
    target integer references command (id),
    official text,
    words text not null,
    summary text not null default '',
    check ((kind = 'do') = (target is null))
) strict;

create table change (
    id integer primary key autoincrement,
    command integer not null references command (id),
    fact text not null,
    row integer not null,
    before text,
    after text
) strict;

create index change_command on change (command);
create index change_row on change (fact, row);

-- what was printed or published, so that a later change can name the sheets it made wrong; not a fact of the event, never undone
create table printed (
    id integer primary key autoincrement,
    at text not null,
    document text not null,
    section text,
    round integer,
    path text,
    hash text not null,
    command integer not null
) strict;
