-- Very many wrong codes close those that were made by then; what is made afterwards opens.

-- when, and until when, in seconds since 1970; null: no codes were ever closed
alter table hall add column closed_at integer;
alter table hall add column closed_until integer;
-- the codes of devices up to this number, and on slips of rounds that were posted by this command or before
alter table hall add column closed_device integer not null default 0;
alter table hall add column closed_command integer not null default 0;
