-- The hall: what takes part over the local network. Devices, codes and reports are no facts of the event: they are not journalled, and
-- no undo takes them back.

-- which hall this file is served as
create table hall (
    id integer primary key check (id = 1),
    -- raised when a standby takes over: a server that meets a higher one stops writing
    epoch integer not null default 1 check (epoch > 0),
    -- what the codes on slips are made with
    slip_key text not null check (length(slip_key) >= 32),
    -- where it is open now; null while it is closed
    address text
) strict;

create table device (
    id integer primary key autoincrement,
    name text not null check (trim(name) <> ''),
    role text not null check (role in ('screen', 'captain', 'scorekeeper', 'floor-td', 'section-chief', 'floor-chief', 'desk')),
    -- by name, as in the journal
    official text,
    -- numbers of the sections that it serves; none: all
    sections text not null default '[]' check (json_valid(sections)),
    table_low integer check (table_low > 0),
    table_high integer check (table_high >= table_low),
    -- all moments are seconds since 1970
    added integer not null,
    hours integer not null check (hours > 0),
    -- the code by which it joins, until its first use; hashed like the token that it gets
    code_hash text unique,
    code_expires integer,
    token_hash text unique,
    joined integer,
    expires integer,
    last_seen integer,
    revoked integer,
    check ((table_low is null) = (table_high is null)),
    check ((token_hash is null) = (joined is null))
) strict;

-- a result that was reported from the floor
create table report (
    id integer primary key autoincrement,
    at text not null,
    section integer not null,
    round integer not null check (round > 0),
    table_number integer not null,
    match integer not null check (match in (1, 2)),
    result text not null check (result in ('1-0', '0-1', '1/2', '0-0', '+/-', '-/+', '-/-')),
    board text check (board in ('a', 'b')),
    reason text,
    -- the team that tapped; null: an official
    side text check (side in ('first', 'second')),
    -- null: by the code on the slip
    device integer,
    state text not null check (state in ('reported', 'confirmed', 'filed', 'disputed', 'rejected', 'settled')),
    -- the command that filed it
    command integer,
    note text
) strict;

create index report_open on report (state) where state in ('reported', 'confirmed', 'disputed');

-- requests that were done: the same one again changes nothing and gets the same answer
create table request (
    id text primary key,
    -- null: by the code on a slip
    device integer,
    at integer not null,
    -- what was asked, as a digest: the same id for something else is refused
    asked text not null,
    status integer not null,
    answer text not null check (json_valid(answer))
) strict, without rowid;

-- who asked, where it was not the laptop itself
alter table command add column device integer;
alter table command add column request text;

create unique index command_request on command (request) where request is not null;

-- offices of the floor; SQLite cannot change a check, but a column can take another's place
alter table official add column office text not null default 'td'
    check (office in ('td', 'floor-td', 'scorekeeper', 'back-room', 'section-chief', 'floor-chief'));
update official set office = role;
alter table official drop column role;
alter table official rename column office to role;
