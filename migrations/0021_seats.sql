-- Partners stay at the boards where they were posted when a rating is corrected.

-- who of the team sits at board a, where its ratings of today would send the other there
alter table assignment add column board_a integer references player (id);
