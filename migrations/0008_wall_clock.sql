-- The clock on the wall: when a round really started, and who had not sat down. When it was planned to start is another fact.

create table round_start (
    id integer primary key autoincrement,
    round integer not null unique references round (id),
    -- RFC 3339 with offset
    at text not null
) strict;

-- a team that has not sat down at its table of a posted round
create table empty_seat (
    id integer primary key autoincrement,
    round integer not null references round (id),
    team integer not null references team (id),
    at text not null,
    unique (round, team)
) strict;
