-- Where the codes of the hall lead once it is open elsewhere.

-- the address that the QRs on a printed sheet lead to; null: it bears none
alter table printed add column hall text;

-- the epoch under which another laptop has taken the hall over; null: this file is the one that is served
alter table hall add column taken_over integer check (taken_over > 0);
