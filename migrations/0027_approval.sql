-- Who may sell, and who may announce for an artist: staff approve organizers, and the owner of an artist
-- approves organizers for that artist.

-- Those that are there at the migration are approved: the default is evaluated once, for all of them. It
-- then goes, so that what is made without saying so is not approved.
alter table organizers add column approved_at timestamptz(3) default now();
alter table organizers alter column approved_at drop default;
comment on column organizers.approved_at is 'null: staff have not approved it yet';
create trigger organizers_approval_noted after update of approved_at on organizers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'id', 'approved_at');

-- The organizers an artist's owner was asked about, or has decided on.
create table announcers (
  artist_id uuid not null references artists on delete cascade,
  organizer_id text collate "C" not null references organizers on delete cascade,
  is_approved boolean,
  asked_at timestamptz(3),
  decided_at timestamptz(3),
  primary key (artist_id, organizer_id)
);
comment on column announcers.is_approved is 'null: not decided yet';
create index announcers_of_organizer on announcers (organizer_id);
create trigger announcers_noted after insert or update of is_approved on announcers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('artist', 'artist_id', 'is_approved', 'announcers', 'organizer_id');

-- What followers are not told yet: of an artist at a festival, or, without an artist, of the festival
-- itself. With a `cause`, some of them were told by that cause and the others wait for staff.
create table waiting_announcements (
  festival_id uuid not null references festivals on delete cascade,
  artist_id uuid references artists on delete cascade,
  organizer_id text collate "C" not null references organizers on delete cascade,
  cause text collate "C",
  created_at timestamptz(3) not null,
  constraint waiting_announcements_once unique nulls not distinct (festival_id, artist_id)
);
create index waiting_announcements_of_organizer on waiting_announcements (organizer_id, artist_id);
create index waiting_announcements_of_artist on waiting_announcements (artist_id) where artist_id is not null;

-- What an organizer that is not approved has used of its limits on its last UTC day.
create table organizer_days (
  organizer_id text collate "C" primary key references organizers on delete cascade,
  day timestamptz(3) not null,
  people integer not null default 0,
  requests integer not null default 0
);
comment on column organizer_days.day is 'its first instant';
comment on column organizer_days.people is 'notifications sent to followers';
comment on column organizer_days.requests is 'owners of artists that were asked';
