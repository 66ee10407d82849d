-- A printed document is kept as what it is, not as the command that once made it.

-- a sheet as in src/report; null for the site
alter table printed add column sheet text check (json_valid(sheet));

update printed set sheet = case json_extract(words, '$[0]')
    when 'pairings' then json_object('sheet', 'pairings', 'section', section, 'round', round, 'by', json_extract(words, '$[5]'))
    when 'slips' then json_object('sheet', 'slips', 'section', section, 'round', round)
    when 'standings' then json_object('sheet', 'standings', 'section', section, 'after', round, 'part',
        case json_extract(words, '$[4]') when '--by-class' then 'by-class' when '--working' then 'working' else 'table' end)
    when 'crosstable' then json_object('sheet', 'crosstable', 'section', section, 'after', round, 'by', json_extract(words, '$[5]'))
    when 'teams' then json_object('sheet', 'teams', 'section', section, 'by', json_extract(words, '$[#-1]'))
    when 'times' then json_object('sheet', 'times', 'section', section)
    when 'prizes' then json_object('sheet', 'prizes', 'section', section, 'paper', json_extract(words, '$[3]'))
    when 'partner' then json_object('sheet', 'partners', 'section', section)
    when 'ruling' then json_object('sheet', 'ruling', 'number', cast(json_extract(words, '$[2]') as integer))
    when 'by-hand' then case json_extract(words, '$[2]')
        when '--pool' then json_object('sheet', 'pool', 'section', section, 'round', round)
        else json_object('sheet', 'wall-chart', 'section', section)
    end
    when 'report' then json_object('sheet', 'report', 'incidents',
        json(case json_extract(words, '$[1]') when '--incidents' then 'true' else 'false' end))
end;
delete from printed where sheet is null and format <> 'site';

alter table printed drop column words;
alter table printed drop column section;
alter table printed drop column round;
