-- Family names of several words, by which a child is listed: Lopez Garcia, de la Cruz.

-- how many words of the name, before a suffix such as Jr., are the family name; null: the last one
alter table player add column family_words integer check (family_words between 2 and 9);
