-- The care of the file itself. No facts of the event: not journalled, never undone.

-- what the director asked for; without a row, the program's own habits
create table safekeeping (
    id integer primary key check (id = 1),
    -- where backups go; null: the folder beside the file
    folder text,
    -- minutes of changes after which a backup is made; 0: only when asked
    minutes integer check (minutes between 0 and 1440),
    -- how many automatic backups are kept
    kept integer check (kept between 1 and 1000),
    -- commands up to this number cannot be taken back: `new`, and whatever a rescue could not save the history of
    undo_floor integer not null default 1 check (undo_floor > 0)
) strict;

-- every backup tried, and why it failed if it did
create table backup (
    id integer primary key autoincrement,
    at text not null,
    -- the newest command it holds
    command integer not null,
    -- a bare name lies in the folder beside the file, wherever the file is moved to
    path text not null,
    automatic integer not null check (automatic in (0, 1)),
    problem text
) strict;
