-- A section whose limit of rating is on the sum of the two partners, as some flyers have it, rather than on their average.

-- the sum must be below this; a section has this limit, or the one on the average (rating_under), or none
alter table section add column rating_sum_under integer check (rating_sum_under between 1 and 8001);
