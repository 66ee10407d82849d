-- What the registration desk was told once and need not be told again.

-- `import --map`: which column holds a field, by heading or number, for the next file
create table import_column (
    id integer primary key autoincrement,
    field text not null unique check (trim(field) <> ''),
    named text not null check (trim(named) <> '')
) strict;

-- another spelling of a school's name, folded, as the director settled it
create table school_spelling (
    id integer primary key autoincrement,
    spelling text not null unique check (trim(spelling) <> ''),
    school integer not null references school (id)
) strict;

-- how to reach a family: only if imported on purpose, apart from the player so that it can be forgotten in one stroke
create table contact (
    id integer primary key autoincrement,
    player integer not null unique references player (id),
    email text,
    phone text,
    check (email is not null or phone is not null)
) strict;

-- entry fees, in cents: only if imported or entered on purpose
create table payment (
    id integer primary key autoincrement,
    player integer not null unique references player (id),
    fee integer not null default 0 check (fee >= 0),
    paid integer not null default 0 check (paid >= 0)
) strict;
