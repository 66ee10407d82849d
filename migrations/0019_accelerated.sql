-- The halves of an accelerated section, settled with its round 1: ratings mended later move nobody.

create table half (
    id integer primary key autoincrement,
    section integer not null references section (id),
    team integer not null references team (id),
    upper integer not null check (upper in (0, 1)),
    unique (section, team)
) strict;
