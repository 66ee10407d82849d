-- Children who wait for a partner under the name of a team.

-- the name that the team will have; null: none was told
alter table player add column team_name text check (trim(team_name) <> '');
