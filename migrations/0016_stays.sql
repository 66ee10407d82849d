-- Sections that a team played in before it was moved to another.

create table stay (
    id integer primary key autoincrement,
    team integer not null references team (id),
    section integer not null references section (id),
    -- the last round that it had there
    through integer not null check (through > 0),
    -- its place in the schedule there
    pairing_number integer check (pairing_number > 0),
    unique (team, through)
) strict;
