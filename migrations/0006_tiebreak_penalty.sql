-- Tie-break points that a team lost by ruling, such as for results not posted; half points.

alter table team add column tiebreak_penalty integer not null default 0 check (tiebreak_penalty between 0 and 100);
