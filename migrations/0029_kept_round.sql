-- A round of a knockout that is kept as it was posted, although a result of the round before it was corrected since: who sits in it has gone on.

alter table round add column kept integer not null default 0 check (kept in (0, 1));
