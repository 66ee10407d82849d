-- What is ruled after an appeal has ended a match changes no result, so the order of rulings and decisions is kept.

-- the last ruling on record when the appeal was decided
alter table appeal add column decided_after integer;
