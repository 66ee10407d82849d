-- When each round is planned to start: the timetable on the wall. When a round really started is another fact.

create table round_time (
    id integer primary key autoincrement,
    section integer not null references section (id),
    round integer not null check (round between 1 and 99),
    -- local time at the hall, HH:MM; YYYY-MM-DDTHH:MM where the event lasts longer than a day
    starts_at text not null check (starts_at glob '[0-2][0-9]:[0-5][0-9]' or starts_at glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]'),
    unique (section, round)
) strict;

-- No release wrote to the first form of this table.
drop table printed;

-- The latest printing of each document, so that a later change can name the sheets it made wrong; no fact of the event, never undone.
create table printed (
    id integer primary key autoincrement,
    at text not null,
    title text not null,
    -- no reference: a section may go, and its sheets still hang on the wall
    section integer,
    round integer,
    -- the command that makes it again, as a list of words; the section stands in it as a mark, for it may be renamed
    words text not null check (json_valid(words)),
    path text not null,
    format text not null,
    paper text,
    templates text,
    -- of what it tells its reader, without when it was printed
    hash text not null,
    -- the number of the last command behind its data
    command integer not null
) strict;
