-- Points: a balance, and the append-only ledger it is the sum of. Points that pay for something are
-- reserved first; the ledger knows them only once they are spent.
create table points (
  user_id uuid primary key references users on delete cascade,
  available integer not null default 0,
  reserved integer not null default 0,
  earned integer not null default 0,
  owed integer not null default 0,
  constraint points_not_negative check (available >= 0 and reserved >= 0 and earned >= 0 and owed >= 0)
);
comment on column points.earned is 'the sum of what was earned and reversed: levels are asked for more often than the ledger can be summed';
comment on column points.owed is 'what reversals could not take: points that come back pay it first';

-- `source` says what an entry comes from, so that nothing ever counts twice. A reversal takes at most
-- the balance; what it could not take is its shortfall. What is paid of that later is a reversal too,
-- with the shortfall it makes good below zero: the sum of all shortfalls is what is owed.
create table point_entries (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  delta integer not null,
  shortfall integer not null default 0,
  source text collate "C" not null,
  created_at timestamptz(3) not null,
  constraint point_entries_source_once unique (source),
  constraint point_entries_kind check (kind in ('earned', 'reversed', 'spent', 'returned')),
  constraint point_entries_sign check (
    case when kind in ('earned', 'returned') then delta >= 0 else delta <= 0 end),
  constraint point_entries_shortfall check (
    shortfall = 0 or kind = 'reversed' and (shortfall > 0 or shortfall = delta))
);
create index point_entries_of_user on point_entries (user_id, created_at desc, id);

-- What an event is worth, and how often. Who may send a type is no choice of the operator's: money
-- stands behind those of the service itself.
create table reward_rules (
  event_type text collate "C" primary key,
  points integer not null,
  per text not null default 'event',
  daily_cap integer,
  once_per_entity boolean not null default false,
  constraint reward_rules_points check (points between 0 and case per when 'euro' then 100 else 10000 end),
  constraint reward_rules_per check (per in ('event', 'euro')),
  constraint reward_rules_cap check (daily_cap between 1 and 1000)
);
comment on column reward_rules.daily_cap is 'events that count for a user on a UTC day';

-- All that was recorded. `counted` is what moved badges; a refund in full takes it back. The indexes:
-- a user's own events (export, erasure), those that counted today, and whether an entity had its turn.
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

-- How many events of a kind counted for a user. Badges are read from these sums, so that a new one
-- knows what happened before it, and a changed one is right at once.
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

-- The ladder, replaced as a whole. `benefits` are `{id, name, description}`.
create table levels (
  level integer primary key,
  points integer not null,
  benefits jsonb not null default '[]',
  constraint levels_from_one check (level >= 1 and points >= 0)
);

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
  constraint challenges_points check (points >= 0),
  constraint challenges_claims check (claims >= 0 and claims <= max_claims),
  constraint challenges_end_after_start check (ends_at >= starts_at)
);
comment on column challenges.code_hash is 'SHA-256 of the code without case, blanks and dashes';
create index challenges_newest on challenges (created_at desc, id);

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

-- What an erased person sent may say who it was; the ledger says only how many points there were. Of
-- somebody who sent more than any person does, a job forgets the rest: no erasure takes too long.
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
  ('ticket_purchased', 1, 'euro', null, false),
  ('accommodation_booked', 1, 'euro', null, false),
  ('subscription_started', 1, 'euro', null, false),
  ('ticket_validated', 10, 'event', null, true),
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
