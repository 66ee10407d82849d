-- What a prize is worth may have cents. Before, it was a whole number in one unit for all prizes of a section.

-- in hundredths; "value" is read only where an undo brings back a row that was written before
alter table prize add column cents integer check (cents >= 0);

update prize set cents = value * 100, value = null where value is not null;
