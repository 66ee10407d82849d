-- One tournament a file. Facts only: scores, standings, match results and ladder steps are computed from these.

--
-- The event, who plays in it, and who runs it.
--

create table tournament (
    id integer primary key check (id = 1),
    name text not null check (trim(name) <> ''),
    date text,
    venue text,
    rulebook text not null,
    -- the text used is kept, so that an old ruling is explained by the rules of its day
    rulebook_text text not null,
    rulebook_hash text not null,
    -- every lot of the event is drawn from this number
    seed integer not null,
    -- team names are read by the desk before anything is posted with them
    names_required integer not null default 0 check (names_required in (0, 1))
) strict;

create table section (
    id integer primary key autoincrement,
    name text not null collate nocase unique check (trim(name) <> ''),
    grade_low integer check (grade_low between -1 and 12),
    grade_high integer check (grade_high between grade_low and 12),
    rating_under integer check (rating_under between 1 and 4001),
    format text not null check (format in ('swiss', 'round-robin', 'double-round-robin', 'quads', 'knockout')),
    rounds integer check (rounds between 1 and 99),
    matches integer not null check (matches in (1, 2)),
    match_points text not null check (match_points in ('1', '0.5')),
    first_table integer check (first_table between 1 and 99999),
    colours text not null check (colours in ('team', 'directed')),
    -- pairing and tie-break settings by name, as the engines read them
    settings text not null check (json_valid(settings)),
    from_section integer references section (id),
    from_top integer check (from_top > 0),
    -- on the sum of the two partners, as some flyers have it; a section has this limit, the one on the average (rating_under), or none
    rating_sum_under integer check (rating_sum_under between 1 and 8001),
    check ((grade_low is null) = (grade_high is null)),
    check ((from_section is null) = (from_top is null))
) strict;

create table school (
    id integer primary key autoincrement,
    name text not null unique check (trim(name) <> '')
) strict;

create table player (
    id integer primary key autoincrement,
    name text not null check (trim(name) <> ''),
    grade integer check (grade between -1 and 12),
    rating integer check (rating between 1 and 4000),
    federation_id text,
    school integer references school (id),
    section integer references section (id),
    initials_only integer not null default 0 check (initials_only in (0, 1)),
    -- the name that the team of a child without a partner will have; null: none was told
    team_name text check (trim(team_name) <> ''),
    -- how many words of the name, before a suffix such as Jr., are the family name; null: the last one
    family_words integer check (family_words between 2 and 9),
    -- what was taken over from a list of published ratings: from which, such as us-regular-2026-11, under which number, and its rating
    listed_in text,
    listed_id text,
    listed_rating integer check (listed_rating between 1 and 4000),
    check ((listed_in is null) = (listed_id is null))
) strict;

create table team (
    id integer primary key autoincrement,
    name text not null check (trim(name) <> ''),
    section integer not null references section (id),
    -- exactly two partners, fixed for the event
    player_a integer not null unique references player (id),
    player_b integer not null unique references player (id),
    -- who plays on board a, where the director said so; null: the higher-rated
    board_a integer references player (id) check (board_a in (player_a, player_b)),
    school integer references school (id),
    rating integer check (rating between 1 and 4000),
    house integer not null default 0 check (house in (0, 1)),
    -- drawn once at entry; parts equal ratings
    lot integer not null,
    pairing_number integer check (pairing_number > 0),
    checked_in integer not null default 0 check (checked_in in (0, 1)),
    -- half points of tie-breaks lost by ruling, such as for results not posted
    tiebreak_penalty integer not null default 0 check (tiebreak_penalty between 0 and 100),
    check (player_a <> player_b)
) strict;

create trigger team_partner_free_insert before insert on team
when exists (select 1 from team where player_b = new.player_a or player_a = new.player_b)
begin
    select raise (abort, 'a player belongs to one team');
end;

create trigger team_partner_free_update before update of player_a, player_b on team
when exists (select 1 from team where id <> new.id and (player_b = new.player_a or player_a = new.player_b))
begin
    select raise (abort, 'a player belongs to one team');
end;

create index team_section on team (section);

create table official (
    id integer primary key autoincrement,
    name text not null check (trim(name) <> ''),
    section integer references section (id),
    role text not null default 'td'
        check (role in ('td', 'floor-td', 'scorekeeper', 'back-room', 'section-chief', 'floor-chief'))
) strict;

-- leaving the event, and coming back
create table absence (
    id integer primary key autoincrement,
    team integer not null references team (id),
    from_round integer not null check (from_round > 0),
    returned integer check (returned > 0),
    expelled integer not null default 0 check (expelled in (0, 1))
) strict;

create table bye_request (
    id integer primary key autoincrement,
    team integer not null references team (id),
    round integer not null check (round > 0),
    points text not null check (points in ('full', 'half', 'zero')),
    unique (team, round)
) strict;

-- teams of one section that play in another as well: its final, by seed
create table qualifier (
    id integer primary key autoincrement,
    section integer not null references section (id),
    team integer not null references team (id),
    seed integer not null check (seed > 0),
    unique (section, team)
) strict;

-- sections that a team played in before it was moved to another
create table stay (
    id integer primary key autoincrement,
    team integer not null references team (id),
    section integer not null references section (id),
    -- the last round that it had there
    through integer not null check (through > 0),
    -- its place in the schedule there
    pairing_number integer check (pairing_number > 0),
    unique (team, through)
) strict;

-- the halves of an accelerated section, settled with its round 1: ratings mended later move nobody
create table half (
    id integer primary key autoincrement,
    section integer not null references section (id),
    team integer not null references team (id),
    upper integer not null check (upper in (0, 1)),
    unique (section, team)
) strict;

-- what the desk said of a team's name; a team renamed since has a new name to be read
create table name_verdict (
    id integer primary key autoincrement,
    team integer not null unique references team (id),
    name text not null check (trim(name) <> ''),
    approved integer not null check (approved in (0, 1))
) strict;

--
-- What the registration desk was told once and need not be told again.
--

-- how to reach a family: only if imported on purpose, apart from the player so that it can be forgotten in one stroke
create table contact (
    id integer primary key autoincrement,
    player integer not null unique references player (id),
    email text,
    phone text,
    check (email is not null or phone is not null)
) strict;

-- entry fees, in cents: only if imported or entered on purpose
create table payment (
    id integer primary key autoincrement,
    player integer not null unique references player (id),
    fee integer not null default 0 check (fee >= 0),
    paid integer not null default 0 check (paid >= 0)
) strict;

-- `import --map`: which column holds a field, by heading or number, for the next file
create table import_column (
    id integer primary key autoincrement,
    field text not null unique check (trim(field) <> ''),
    named text not null check (trim(named) <> '')
) strict;

-- another spelling of a school's name, folded, as the director settled it
create table school_spelling (
    id integer primary key autoincrement,
    spelling text not null unique check (trim(spelling) <> ''),
    school integer not null references school (id)
) strict;

--
-- Rounds, and what was reported of them.
--

-- the director's wishes for the pairing: round null is a standing do-not-pair, a number a pair to be made in that round
create table pairing_wish (
    id integer primary key autoincrement,
    team_a integer not null references team (id),
    team_b integer not null references team (id),
    round integer check (round > 0),
    check (team_a < team_b),
    unique (team_a, team_b, round)
) strict;

-- when each round is planned to start: the timetable on the wall
create table round_time (
    id integer primary key autoincrement,
    section integer not null references section (id),
    round integer not null check (round between 1 and 99),
    -- local time at the hall, HH:MM; YYYY-MM-DDTHH:MM where the event lasts longer than a day
    starts_at text not null check (starts_at glob '[0-2][0-9]:[0-5][0-9]' or starts_at glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]'),
    unique (section, round)
) strict;

create table round (
    id integer primary key autoincrement,
    section integer not null references section (id),
    number integer not null check (number > 0),
    -- paired while results were missing or an appeal was open
    provisional integer not null default 0 check (provisional in (0, 1)),
    -- of a knockout: it stays as posted although a result before it was corrected since, for who sits in it has gone on
    kept integer not null default 0 check (kept in (0, 1)),
    unique (section, number)
) strict;

-- when a round really started
create table round_start (
    id integer primary key autoincrement,
    round integer not null unique references round (id),
    -- RFC 3339 with offset
    at text not null
) strict;

-- one status a team and round: a side of a table, or a bye
create table assignment (
    id integer primary key autoincrement,
    round integer not null references round (id),
    team integer not null references team (id),
    table_number integer check (table_number > 0),
    side text check (side in ('first', 'second')),
    bye text check (bye in ('full', 'half', 'zero')),
    -- the odd team's bye, rather than one asked for or an absence
    assigned integer not null default 0 check (assigned in (0, 1)),
    -- who of the team sits at board a, where its ratings of today would send the other there
    board_a integer references player (id),
    unique (round, team),
    unique (round, table_number, side),
    check ((table_number is null) = (side is null)),
    check ((table_number is null) <> (bye is null))
) strict;

-- a team that has not sat down at its table of a posted round
create table empty_seat (
    id integer primary key autoincrement,
    round integer not null references round (id),
    team integer not null references team (id),
    at text not null,
    unique (round, team)
) strict;

create table slip (
    id integer primary key autoincrement,
    round integer not null references round (id),
    table_number integer not null,
    match integer not null check (match in (1, 2)),
    -- 1, and one more for each replay that was ordered
    playing integer not null default 1 check (playing > 0),
    -- the match as a whole, where the boards are not told apart
    outcome text check (outcome in ('1-0', '0-1', '1/2', '0-0', '+/-', '-/+', '-/-')),
    -- how the match ended, where the board is not told
    reason text check (
        reason in ('mate', 'resign', 'time', 'illegal', 'forfeit', 'penalty', 'absent', 'no-clock', 'agreement', 'flags', 'repetition', 'stalemate', 'simultaneous')
    ),
    white_a integer references player (id),
    white_b integer references player (id),
    unique (round, table_number, match, playing),
    check ((white_a is null) = (white_b is null))
) strict;

create table board_report (
    id integer primary key autoincrement,
    slip integer not null references slip (id),
    board text not null check (board in ('a', 'b')),
    outcome text not null check (outcome in ('first', 'second', 'drawn', 'both-lost', 'stopped')),
    reason text check (
        reason in ('mate', 'resign', 'time', 'illegal', 'forfeit', 'penalty', 'absent', 'no-clock', 'agreement', 'flags', 'repetition', 'stalemate', 'simultaneous')
    ),
    -- 1 for the board that ended first; equal numbers when both ended at once
    ended integer not null check (ended in (1, 2)),
    unique (slip, board)
) strict;

--
-- What happened at the boards, and what was decided about it. Ladder steps due, results and who is out are computed from these.
--

create table ruling (
    id integer primary key autoincrement,
    at text not null,
    official integer references official (id),
    section integer not null references section (id),
    -- the latest posted round when it was made; null before the first
    round integer references round (id),
    table_number integer check (table_number > 0),
    match integer check (match in (1, 2)),
    playing integer check (playing > 0),
    board text check (board in ('a', 'b')),
    side text check (side in ('first', 'second')),
    -- how the match stood then: a ruling at a finished match changes no result
    match_undecided integer not null default 0 check (match_undecided in (0, 1)),
    board_unfinished integer not null default 0 check (board_unfinished in (0, 1)),
    other_ended integer not null default 0 check (other_ended in (0, 1)),
    player integer references player (id),
    team integer references team (id),
    rule text,
    -- the rule only hands the matter on to another text
    fallback integer not null default 0 check (fallback in (0, 1)),
    kind text not null check (kind in ('offence', 'claim', 'spectator', 'neutral')),
    offence text,
    flag_fell integer check (flag_fell in (0, 1)),
    -- as it was announced; what the step would be now is computed
    step integer check (step > 0),
    penalty text,
    overridden integer check (overridden in (0, 1)),
    -- carried out although the match was over
    carry_out integer not null default 0 check (carry_out in (0, 1)),
    -- the step it had come to when the director looked at it again and let it stand
    kept_step integer check (kept_step > 0),
    claim text check (
        claim in (
            'illegal-move', 'flag', 'both-flags', 'agreement', 'repetition', 'mate', 'stalemate', 'losing-chances', 'setup', 'no-clock',
            'defective-clock'
        )
    ),
    before_reply integer check (before_reply in (0, 1)),
    clock_pressed integer check (clock_pressed in (0, 1)),
    own_flag_up integer check (own_flag_up in (0, 1)),
    against text check (against in ('illegal-move', 'flag')),
    claim_order text check (claim_order in ('first', 'second', 'same')),
    -- the kind of fault a claim is about, as the rulebook's closed list names it
    wrong text,
    -- what a neutral ruling did
    what text,
    -- how a neutral ruling set the clocks
    clocks text check (json_valid(clocks)),
    denied_by_director integer check (denied_by_director in (0, 1)),
    verdict text check (verdict in ('upheld', 'denied')),
    action text check (action in ('replay', 'forfeit', 'expel', 'other', 'none')),
    person text,
    -- the person, where it is a player of another match
    person_player integer references player (id),
    -- the playing that a replay ordered
    orders integer check (orders > 1),
    reason text,
    note text,
    witnesses text not null default '[]' check (json_valid(witnesses)),
    voided_at text,
    voided_by integer references official (id),
    voided_reason text,
    check ((table_number is null) = (match is null) and (match is null) = (playing is null)),
    check (table_number is null or round is not null),
    check ((kind = 'offence') = (offence is not null) and (offence is null or penalty is not null)),
    check (penalty is null or kind in ('offence', 'spectator')),
    check ((kind = 'claim') = (claim is not null) and (claim is null) = (verdict is null)),
    check ((kind = 'spectator') = (action is not null)),
    check (kind <> 'neutral' or what is not null),
    check ((voided_at is null) = (voided_reason is null))
) strict;

create index ruling_player on ruling (player);

create table appeal (
    id integer primary key autoincrement,
    ruling integer not null references ruling (id),
    level text not null check (level in ('section-chief', 'floor-chief')),
    player integer references player (id),
    team integer references team (id),
    at text not null,
    note text,
    outcome text check (outcome in ('upheld', 'overturned', 'modified')),
    penalty text,
    decided_by integer references official (id),
    decided_at text,
    decision_note text,
    withdrawn_at text,
    -- the last ruling on record when it was decided: what is ruled after an appeal has ended a match changes no result
    decided_after integer,
    check ((player is null) <> (team is null)),
    check ((outcome is null) = (decided_by is null) and (outcome is null) = (decided_at is null)),
    check ((penalty is not null) = (outcome is 'modified')),
    check (outcome is null or withdrawn_at is null)
) strict;

-- a ruling has at most one appeal that waits for a decision
create unique index appeal_open on appeal (ruling) where outcome is null and withdrawn_at is null;

-- what the organizer sets on top of the rulebook: how far back an offense counts, and the harshest penalty an office gives alone
create table house_rule (
    id integer primary key autoincrement,
    kind text not null check (kind in ('scope', 'limit')),
    -- the offence, or the office
    name text not null,
    value text not null,
    unique (kind, name)
) strict;

--
-- What can be won, and what play-offs came to.
--

-- what can be won; who wins is computed from the standings
create table prize (
    id integer primary key autoincrement,
    section integer not null references section (id),
    name text not null check (trim(name) <> ''),
    kind text not null check (kind in ('place', 'class', 'school', 'special')),
    place integer check (place between 1 and 999),
    -- as Class prints it: grade 5, grades K-3, under 1000, unrated
    class text,
    -- teams of a school that count
    best integer check (best between 1 and 99),
    beside_others integer not null default 0 check (beside_others in (0, 1)),
    -- who got a special prize
    winner integer references team (id),
    -- what it is worth against the other prizes
    cents integer check (cents >= 0),
    check ((kind = 'class') = (class is not null)),
    check ((kind = 'special') = (place is null))
) strict;

create table play_off (
    id integer primary key autoincrement,
    section integer not null references section (id),
    team_a integer not null references team (id),
    team_b integer not null references team (id),
    result text not null check (result in ('1-0', '0-1', '1/2')),
    check (team_a <> team_b)
) strict;

--
-- The journal.
--

-- who did what, when: one row a command, its row images in change
create table command (
    id integer primary key autoincrement,
    at text not null,
    kind text not null check (kind in ('do', 'undo', 'redo')),
    -- the command that an undo or redo is about
    target integer references command (id),
    official text,
    words text not null,
    summary text not null default '',
    -- who asked, where it was not the laptop itself
    device integer,
    request text,
    -- the version of the program that wrote it
    program text,
    check ((kind = 'do') = (target is null))
) strict;

create unique index command_request on command (request) where request is not null;

create table change (
    id integer primary key autoincrement,
    command integer not null references command (id),
    fact text not null,
    row integer not null,
    before text,
    after text
) strict;

create index change_command on change (command);
create index change_row on change (fact, row);

--
-- No facts of the event: not journaled, never undone. The care of the file, and what hangs on the wall.
--

-- what the director asked for; without a row, the program's own habits
create table safekeeping (
    id integer primary key check (id = 1),
    -- where backups go; null: the folder beside the file
    folder text,
    -- minutes of changes after which a backup is made; 0: only when asked
    minutes integer check (minutes between 0 and 1440),
    -- how many automatic backups are kept
    kept integer check (kept between 1 and 1000),
    -- commands up to this number cannot be taken back: `new`, and whatever a rescue could not save the history of
    undo_floor integer not null default 1 check (undo_floor > 0)
) strict;

-- every backup tried, and why it failed if it did
create table backup (
    id integer primary key autoincrement,
    at text not null,
    -- the newest command it holds
    command integer not null,
    -- a bare name lies in the folder beside the file, wherever the file is moved to
    path text not null,
    automatic integer not null check (automatic in (0, 1)),
    problem text
) strict;

-- the latest printing of each document, so that a later change can name the sheets it made wrong
create table printed (
    id integer primary key autoincrement,
    at text not null,
    title text not null,
    -- no reference: a section may go, and its sheets still hang on the wall
    path text not null,
    format text not null,
    paper text,
    templates text,
    -- of what it tells its reader, without when it was printed
    hash text not null,
    -- the number of the last command behind its data
    command integer not null,
    -- a sheet as in src/report; null for the site
    sheet text check (json_valid(sheet)),
    -- the address that the QRs on it lead to; null: it bears none
    hall text
) strict;

--
-- The hall: what takes part over the local network. No facts either.
--

-- which hall this file is served as
create table hall (
    id integer primary key check (id = 1),
    -- raised when a standby takes over: a server that meets a higher one stops writing
    epoch integer not null default 1 check (epoch > 0),
    -- what the codes on slips are made with
    slip_key text not null check (length(slip_key) >= 32),
    -- where it is open now; null while it is closed
    address text,
    -- the epoch under which another laptop has taken the hall over; null: this file is the one that is served
    taken_over integer check (taken_over > 0),
    -- very many wrong codes close those that were made by then: when, and until when, in seconds since 1970; null: never
    closed_at integer,
    closed_until integer,
    -- the codes of devices up to this number, and on slips of rounds that were posted by this command or before
    closed_device integer not null default 0,
    closed_command integer not null default 0
) strict;

create table device (
    id integer primary key autoincrement,
    name text not null check (trim(name) <> ''),
    role text not null check (role in ('screen', 'captain', 'scorekeeper', 'floor-td', 'section-chief', 'floor-chief', 'desk')),
    -- by name, as in the journal
    official text,
    -- numbers of the sections that it serves; none: all
    sections text not null default '[]' check (json_valid(sections)),
    table_low integer check (table_low > 0),
    table_high integer check (table_high >= table_low),
    -- all moments are seconds since 1970
    added integer not null,
    hours integer not null check (hours > 0),
    -- the code by which it joins, until its first use; hashed like the token that it gets
    code_hash text unique,
    code_expires integer,
    token_hash text unique,
    joined integer,
    expires integer,
    last_seen integer,
    revoked integer,
    check ((table_low is null) = (table_high is null)),
    check ((token_hash is null) = (joined is null))
) strict;

-- a result that was reported from the floor
create table report (
    id integer primary key autoincrement,
    at text not null,
    section integer not null,
    round integer not null check (round > 0),
    table_number integer not null,
    match integer not null check (match in (1, 2)),
    result text not null check (result in ('1-0', '0-1', '1/2', '0-0', '+/-', '-/+', '-/-')),
    board text check (board in ('a', 'b')),
    reason text,
    -- the team that tapped; null: an official
    side text check (side in ('first', 'second')),
    -- null: by the code on the slip
    device integer,
    state text not null check (state in ('reported', 'confirmed', 'filed', 'disputed', 'rejected', 'settled')),
    -- the command that filed it
    command integer,
    note text
) strict;

create index report_open on report (state) where state in ('reported', 'confirmed', 'disputed');

-- requests that were done: the same one again changes nothing and gets the same answer
create table request (
    id text primary key,
    -- null: by the code on a slip
    device integer,
    at integer not null,
    -- what was asked, as a digest: the same id for something else is refused
    asked text not null,
    status integer not null,
    answer text not null check (json_valid(answer))
) strict, without rowid;
