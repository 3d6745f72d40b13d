-- Follows, favourites, points and badges.

-- A user follows exactly one of the three.
create table interests (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  artist_id uuid references artists on delete cascade,
  organizer_id text collate "C" references organizers on delete cascade,
  genre_id uuid references genres on delete cascade,
  created_at timestamptz(3) not null default now(),
  constraint interests_artist_once unique (user_id, artist_id),
  constraint interests_genre_once unique (user_id, genre_id),
  constraint interests_organizer_once unique (user_id, organizer_id),
  constraint interests_follow_one check (num_nonnulls(artist_id, organizer_id, genre_id) = 1)
);
create index interests_of_user on interests (user_id, created_at desc, id);
create index interests_in_genre on interests (genre_id) where genre_id is not null;
create index interests_in_artist_by_user on interests (artist_id, user_id) where artist_id is not null;
create index interests_in_organizer_by_user on interests (organizer_id, user_id) where organizer_id is not null;

create function let_go_of_erased_user() returns trigger language plpgsql as $$
begin
  delete from interests where user_id = new.id;
  delete from organizer_managers where user_id = new.id;
  return null;
end $$;
create trigger users_erased after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_user();

-- Favourite gigs. One that has left its festival stays, with what it was, for the notification.
create table hearts (
  user_id uuid not null references users on delete cascade,
  gig_id uuid not null,
  festival_id uuid not null references festivals on delete cascade,
  artist_name text collate "C",
  known_start_at timestamptz(3),
  keeps_clashes boolean not null default false,
  created_at timestamptz(3) not null,
  primary key (user_id, gig_id)
);
comment on column hearts.gig_id is 'no foreign key: the gig may be gone';
comment on column hearts.artist_name is 'who was to play when the heart was given';
comment on column hearts.known_start_at is 'the start that the user has seen; null: to be announced';
comment on column hearts.keeps_clashes is 'the user keeps it beside others at the same time that are kept as well';
create index hearts_at_festival on hearts (user_id, festival_id);
create index hearts_of_festival on hearts (festival_id);

create function let_go_of_erased_hearts() returns trigger language plpgsql as $$
begin
  delete from hearts where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_hearts after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_hearts();

-- The balance of a user. Points that pay for something are reserved first, and enter the ledger when they are spent.
create table points (
  user_id uuid primary key references users on delete cascade,
  available integer not null default 0,
  reserved integer not null default 0,
  earned integer not null default 0,
  owed integer not null default 0,
  kept integer not null default 0,
  constraint points_not_negative check (available >= 0 and reserved >= 0 and earned >= 0 and owed >= 0)
);
comment on column points.earned is
  'the sum of what was earned and reversed: levels are asked for more often than the ledger can be summed';
comment on column points.owed is 'what reversals could not take: points that come back pay it first';
comment on column points.kept is 'the sum of what refunds kept back in money: it counts for no level';

-- The ledger: append-only. `source` says what an entry comes from, so that nothing counts twice. A reversal takes at most
-- the balance, and the rest is its shortfall; a later reversal that pays it has a shortfall below zero, so the sum of all
-- shortfalls is what is owed.
create table point_entries (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  delta integer not null,
  shortfall integer not null default 0,
  source text collate "C" not null,
  created_at timestamptz(3) not null,
  kept integer not null default 0,
  constraint point_entries_source_once unique (source),
  constraint point_entries_kind check (kind in ('earned', 'reversed', 'spent', 'returned')),
  constraint point_entries_shortfall check (shortfall = 0 or kind = 'reversed' and (shortfall > 0 or shortfall = delta)),
  constraint point_entries_sign check (case when kind in ('earned', 'returned') then delta >= 0 else delta <= 0 end)
);
comment on column point_entries.kept is
  'points a reversal could not take, which the refund kept back in money; below zero: the refund was refused';
create index point_entries_of_user on point_entries (user_id, created_at desc, id);

create table reward_rules (
  event_type text collate "C" primary key,
  points integer not null,
  per text not null default 'event',
  daily_cap integer,
  once_per_entity boolean not null default false,
  constraint reward_rules_cap check (daily_cap between 1 and 1000),
  constraint reward_rules_per check (per in ('event', 'euro')),
  constraint reward_rules_points check (points between 0 and case per when 'euro' then 100 else 10000 end)
);
comment on column reward_rules.daily_cap is 'events that count for a user on a UTC day';

create trigger reward_rules_noted
  after insert or delete or update of points, per, daily_cap, once_per_entity on reward_rules
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('rule', 'event_type', 'points per daily_cap once_per_entity');

-- `counted`: it counts for badges; a full refund undoes that.
create table reward_events (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  event_type text collate "C" not null,
  entity_type text collate "C",
  entity_id text collate "C",
  metadata jsonb,
  source text collate "C",
  points integer not null,
  reversed integer not null default 0,
  counted boolean not null,
  created_at timestamptz(3) not null,
  constraint reward_events_reversed check (reversed between 0 and points)
);
comment on column reward_events.source is 'null: sent by a client';
create unique index reward_events_source_once on reward_events (source) where source is not null;
create index reward_events_of_user on reward_events (user_id, created_at desc, id);
create index reward_events_counted on reward_events (user_id, created_at) include (event_type, points, source)
  where counted;
create index reward_events_of_entity on reward_events (user_id, event_type, entity_type, entity_id) where counted;
-- Events of clients that did not count, which are deleted by age.
create index reward_events_uncounted on reward_events (created_at) where not counted and source is null;

-- How many events count for a user. Badges are read from these sums, so a new badge includes earlier events.
create table event_tallies (
  user_id uuid not null references users on delete cascade,
  event_type text collate "C" not null,
  entity_type text collate "C" not null default '',
  events integer not null,
  primary key (user_id, event_type, entity_type),
  constraint event_tallies_not_negative check (events >= 0)
);

create table badges (
  id uuid primary key,
  name text collate "C" not null,
  description text,
  photo text,
  event_type text collate "C" not null,
  entity_type text collate "C",
  target integer not null,
  created_at timestamptz(3) not null default now(),
  constraint badges_of_a_rule foreign key (event_type) references reward_rules,
  constraint badges_target check (target >= 1)
);
create index badges_by_event on badges (event_type);

create trigger badges_noted
  after insert or delete or update of name, description, photo, event_type, entity_type, target on badges
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('badge', 'id',
    'name description photo event_type entity_type target');

-- Replaced as a whole. `benefits` are `{id, name, description}`.
create table levels (
  level integer primary key,
  points integer not null,
  benefits jsonb not null default '[]',
  constraint levels_from_one check (level >= 1 and points >= 0)
);

create trigger levels_noted after insert or delete or update of points, benefits on levels
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('ladder', '', 'points benefits', 'levels', 'level');

create table challenges (
  id uuid primary key,
  code_hash bytea not null,
  name text collate "C" not null,
  description text,
  points integer not null,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  max_claims integer,
  claims integer not null default 0,
  active boolean not null default true,
  created_at timestamptz(3) not null,
  constraint challenges_code_unique unique (code_hash),
  constraint challenges_claims check (claims >= 0 and claims <= max_claims),
  constraint challenges_end_after_start check (ends_at >= starts_at),
  constraint challenges_points check (points >= 0)
);
comment on column challenges.code_hash is 'SHA-256 of the code without case, blanks and dashes';
create index challenges_newest on challenges (created_at desc, id);

create trigger challenges_noted
  after insert or delete or update of name, description, points, starts_at, ends_at, max_claims, active,
    code_hash on challenges
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('challenge', 'id',
    'name description points starts_at ends_at max_claims active !code_hash');

create table challenge_claims (
  challenge_id uuid not null references challenges,
  user_id uuid not null references users on delete cascade,
  claimed_at timestamptz(3) not null,
  primary key (challenge_id, user_id)
);
create index challenge_claims_of_user on challenge_claims (user_id, challenge_id);

create table wrong_codes (
  user_id uuid primary key references users on delete cascade,
  failures integer not null,
  since timestamptz(3) not null,
  wait_until timestamptz(3)
);

-- Deletes the first 10,000 events, which may identify the person, so no erasure takes long; a job deletes the rest.
create function forget_events_of_erased_user() returns trigger language plpgsql as $$
begin
  delete from reward_events where id = any (array(
    select id from reward_events where user_id = new.id and source is null limit 10000));
  delete from wrong_codes where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_events after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function forget_events_of_erased_user();

insert into reward_rules (event_type, points, per, daily_cap, once_per_entity) values
  ('daily_visit', 1, 'event', 1, false),
  ('festival_viewed', 1, 'event', 5, true),
  ('artist_viewed', 1, 'event', 25, true),
  ('festival_shared', 2, 'event', 3, true),
  ('check_in', 3, 'event', 1, false),
  ('gig_attended', 3, 'event', 5, true),
  ('festival_attended', 10, 'event', 1, true),
  ('review_written', 5, 'event', 2, true),
  ('photo_uploaded', 2, 'event', 3, false),
  ('ticket_purchased', 1, 'euro', 20, false),
  ('accommodation_booked', 1, 'euro', 20, false),
  ('subscription_started', 1, 'euro', 5, false),
  ('ticket_validated', 10, 'event', 5, true),
  ('challenge_claimed', 0, 'event', null, false);

insert into badges (id, name, description, event_type, target) values
  ('01980000-0000-7000-8000-0000ba000001', 'First ticket', 'Buy a ticket', 'ticket_purchased', 1),
  ('01980000-0000-7000-8000-0000ba000002', 'Checked in', 'Have a ticket scanned at the gate', 'ticket_validated', 1),
  ('01980000-0000-7000-8000-0000ba000003', 'Festival regular', 'Go to five festivals', 'ticket_validated', 5),
  ('01980000-0000-7000-8000-0000ba000004', 'Under the stars', 'Book a place to sleep', 'accommodation_booked', 1),
  ('01980000-0000-7000-8000-0000ba000005', 'Festival friend', 'Become a member', 'subscription_started', 1),
  ('01980000-0000-7000-8000-0000ba000006', 'Explorer', 'Look at 25 artists', 'artist_viewed', 25),
  ('01980000-0000-7000-8000-0000ba000007', 'Critic', 'Write ten reviews', 'review_written', 10),
  ('01980000-0000-7000-8000-0000ba000008', 'Word of mouth', 'Share ten festivals', 'festival_shared', 10),
  ('01980000-0000-7000-8000-0000ba000009', 'Challenger', 'Claim three challenges', 'challenge_claimed', 3);

insert into levels (level, points, benefits) values
  (1, 0, '[]'),
  (2, 100, '[{"id": "01980000-0000-7000-8000-0000be000001", "name": "Welcome drink", "description": "A soft drink at the bar, once per festival"}]'),
  (3, 500, '[{"id": "01980000-0000-7000-8000-0000be000002", "name": "Fast lane", "description": "The shorter queue at the entrance"}]'),
  (4, 1500, '[{"id": "01980000-0000-7000-8000-0000be000003", "name": "Free locker", "description": "A locker for the length of the festival"}]'),
  (5, 5000, '[{"id": "01980000-0000-7000-8000-0000be000004", "name": "Behind the stage", "description": "A tour before the gates open"}]');
