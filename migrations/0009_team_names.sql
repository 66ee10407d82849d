-- Team names read by the desk before anything is posted with them, where the event asks for it.

alter table tournament add column names_required integer not null default 0 check (names_required in (0, 1));

-- what the desk said of a team's name; a team renamed since has a new name to be read
create table name_verdict (
    id integer primary key autoincrement,
    team integer not null unique references team (id),
    name text not null check (trim(name) <> ''),
    approved integer not null check (approved in (0, 1))
) strict;
