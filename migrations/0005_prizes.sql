-- What can be won, and what play-offs came to. Who wins is computed from the standings.

create table prize (
    id integer primary key autoincrement,
    section integer not null references section (id),
    name text not null check (trim(name) <> ''),
    kind text not null check (kind in ('place', 'class', 'school', 'special')),
    place integer check (place between 1 and 999),
    -- as Class prints it: grade 5, grades K-3, under 1000, unrated
    class text,
    -- teams of a school that count
    best integer check (best between 1 and 99),
    -- what it is worth against the other prizes
    value integer check (value >= 0),
    beside_others integer not null default 0 check (beside_others in (0, 1)),
    -- who got a special prize
    winner integer references team (id),
    check ((kind = 'class') = (class is not null)),
    check ((kind = 'special') = (place is null))
) strict;

create table play_off (
    id integer primary key autoincrement,
    section integer not null references section (id),
    team_a integer not null references team (id),
    team_b integer not null references team (id),
    result text not null check (result in ('1-0', '0-1', '1/2')),
    check (team_a <> team_b)
) strict;
