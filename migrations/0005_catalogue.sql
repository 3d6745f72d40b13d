-- Artists, organizers, and festivals with their places, gigs, ticket tiers and accommodations.

create table artists (
  id uuid primary key,
  name text collate "C" not null,
  search_name text collate "C" not null,
  photo text,
  bio text,
  music_streaming text,
  audio_sharing text,
  video_sharing text,
  source text collate "C",
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  constraint artists_source_unique unique (source)
);
comment on column artists.source is 'its id where it was imported from, so that a second import updates it';
create index artists_by_name on artists (name, id);
create index artists_by_search_name on artists (search_name, id);
create index artists_by_part_of_name on artists using gin (search_name gin_trgm_ops);
create index artists_by_creator on artists (created_by) where created_by is not null;

-- Foreign keys of earlier areas.
alter table waiting_announcements add constraint waiting_announcements_artist_id_fkey
  foreign key (artist_id) references artists on delete cascade;

create trigger artists_noted
  after delete or update of name, photo, bio, music_streaming, audio_sharing, video_sharing on artists
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('artist', 'id',
    'name photo bio music_streaming audio_sharing video_sharing');
create trigger artists_added after insert on artists referencing new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('artist', 'id', 'artists');
create trigger artists_told_new after insert on artists referencing new table as changed_rows
  for each statement execute function tell_rows('', '', 'artists search');
create trigger artists_told after update on artists referencing new table as changed_rows
  for each statement execute function tell_rows('artist', 'id', 'artists search');
create trigger artists_told_gone after delete on artists referencing old table as changed_rows
  for each statement execute function tell_rows('artist', 'id', 'artists search');

-- A deleted artist leaves its gigs, whose trigger notifies of that.
create function artist_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct festival_id from gigs where artist_id = new.id);
  names text[] := array['gigs', 'gigs:artist:' || new.id] || array(
    select distinct month_name(coalesce(g.start_time, f.start_time))
    from gigs g join festivals f on f.id = g.festival_id where g.artist_id = new.id);
begin
  if old.name <> new.name then
    names := names || array(select 'festival:' || id from unnest(festivals) id limit 401);
  end if;
  perform tell_changes(names);
  return null;
end $$;
create trigger artists_changed after update of name, photo on artists
  for each row when ((old.name, old.photo) is distinct from (new.name, new.photo))
  execute function artist_changed();

create table genres (
  id uuid primary key,
  name text collate "C" not null,
  key text collate "C" not null,
  search_name text collate "C" not null,
  constraint genres_key_unique unique (key)
);
create index genres_by_name on genres (name, id);
create index genres_by_search_name on genres (search_name, id);
create index genres_by_part_of_name on genres using gin (search_name gin_trgm_ops);

create trigger genres_told_new after insert on genres referencing new table as changed_rows
  for each statement execute function tell_rows('', '', 'genres search');
create trigger genres_told after update on genres referencing new table as changed_rows
  for each statement execute function tell_rows('', '', 'genres artist:* search');
create trigger genres_told_gone after delete on genres referencing old table as changed_rows
  for each statement execute function tell_rows('', '', 'genres search');

create table artist_genres (
  artist_id uuid not null references artists on delete cascade,
  genre_id uuid not null references genres on delete cascade,
  primary key (artist_id, genre_id)
);
create index artist_genres_by_genre on artist_genres (genre_id, artist_id);

create trigger artist_genres_added after insert on artist_genres referencing new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('artist', 'artist_id', 'genres');
create trigger artist_genres_removed after delete on artist_genres referencing old table as old_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('artist', 'artist_id', 'genres');
create trigger artist_genres_told_new after insert on artist_genres referencing new table as changed_rows
  for each statement execute function tell_rows('artist', 'artist_id', 'artists search');
create trigger artist_genres_told_gone after delete on artist_genres referencing old table as changed_rows
  for each statement execute function tell_rows('artist', 'artist_id', 'artists search');

-- Artists that were merged into another one, which answers for their ids and imports.
create table artist_aliases (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  name text collate "C" not null,
  source text collate "C",
  merged_at timestamptz(3) not null,
  constraint artist_aliases_source_unique unique (source)
);
comment on table artist_aliases is 'ids of merged artists; artist_id is the one that was kept';
create index artist_aliases_of_artist on artist_aliases (artist_id);

create trigger artist_aliases_noted after insert on artist_aliases
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('artist', 'artist_id', 'name', 'merged', 'id');
-- The gigs that are found by the old id.
create trigger artist_aliases_told after insert on artist_aliases
  referencing new table as changed_rows
  for each statement execute function tell_rows('gigs:artist', 'id', '');

create table organizers (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text,
  photo text,
  created_at timestamptz(3) not null default now(),
  search_name text collate "C" not null default '',
  approved_at timestamptz(3),
  legal_name text,
  legal_address text,
  terms_url text,
  privacy_url text,
  contact_email text
);
comment on column organizers.approved_at is 'null: staff have not approved it yet';
comment on column organizers.legal_name is 'the seller, as the law names it; null: not said';
comment on column organizers.legal_address is 'where the seller is reached by post; null: not said';
comment on column organizers.terms_url is 'the terms of sale; null: none';
comment on column organizers.privacy_url is 'what it does with personal data; null: none';
comment on column organizers.contact_email is 'where replies of buyers go; null: not said';
create index organizers_by_name on organizers (name, id);
create index organizers_by_search_name on organizers (search_name, id);
create index organizers_by_part_of_name on organizers using gin (search_name gin_trgm_ops);
create index organizers_waiting on organizers (name, id) where approved_at is null;

-- Foreign keys of earlier areas.
alter table waiting_announcements add constraint waiting_announcements_organizer_id_fkey
  foreign key (organizer_id) references organizers on delete cascade;
alter table organizer_days add constraint organizer_days_organizer_id_fkey
  foreign key (organizer_id) references organizers on delete cascade;

create trigger organizers_noted
  after insert or delete or update of name, description, photo, legal_name, legal_address, contact_email, terms_url, privacy_url on organizers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'id',
    'name description photo legal_name legal_address contact_email terms_url privacy_url');
create trigger organizers_approval_noted after update of approved_at on organizers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'id', 'approved_at');

create function organizer_renamed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(
    select id from festivals where organizer_id = new.id and deleted_at is null);
begin
  perform tell_changes(array(select 'festival:' || id from unnest(festivals) id limit 401));
  return null;
end $$;
create trigger organizers_renamed after update of name on organizers
  for each row when (old.name <> new.name) execute function organizer_renamed();

create table organizer_managers (
  organizer_id text collate "C" not null references organizers on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  shows_email boolean,
  primary key (organizer_id, user_id)
);
comment on column organizer_managers.shows_email is 'null: they have not said';
create index organizer_managers_by_user on organizer_managers (user_id, organizer_id);

create trigger organizer_managers_noted after insert or delete on organizer_managers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'organizer_id', 'user_id', 'managers', 'user_id');
create trigger organizer_managers_told_gone after delete on organizer_managers
  for each row execute function tell_access('user', 'user_id');

-- A deleted festival keeps its row and its tiers, for payments and tickets; its gigs and places are deleted. A draft has no
-- `published_at`, and its `deleted_at` is infinity, so every statement and index that excludes deleted festivals excludes
-- drafts. `coordinates` is as written, `location` where the map shows it.
create table festivals (
  id uuid primary key,
  organizer_id text collate "C" references organizers on delete set null,
  name text collate "C" not null,
  search_name text collate "C" not null,
  description text,
  venue text,
  address text,
  country text,
  country_key text collate "C",
  area text,
  start_time timestamptz(3) not null,
  end_time timestamptz(3) not null,
  photo text,
  coordinates point,
  location point,
  rank integer not null default 0,
  source text collate "C",
  created_at timestamptz(3) not null default now(),
  cancelled_at timestamptz(3),
  deleted_at timestamptz(3),
  revision integer not null default 0,
  revised_at timestamptz(3),
  cancelled_reason text,
  refund_until_days integer,
  refund_percent integer not null default 100,
  time_zone text not null default 'UTC',
  published_at timestamptz(3) default now(),
  language text,
  translations jsonb,
  site_plan text,
  site_plan_description text,
  previous_edition_id uuid references festivals on delete set null,
  moved_at timestamptz,
  moved_refund_until timestamptz,
  constraint festivals_source_unique unique (source),
  constraint festivals_drafts_are_hidden check (published_at is not null or deleted_at is not null),
  constraint festivals_drafts_have_an_organizer
    check (organizer_id is not null or published_at is not null or deleted_at < 'infinity'),
  constraint festivals_end_after_start check (end_time >= start_time),
  constraint festivals_have_an_organizer check (organizer_id is not null or deleted_at is not null)
);
comment on column festivals.organizer_id is 'null only when festival and organizer were both deleted';
comment on column festivals.deleted_at is 'infinity: a draft';
comment on column festivals.cancelled_reason is 'null: not cancelled, or without a reason';
comment on column festivals.refund_until_days is
  'so many times 24 hours before it begins; null: buyers may give nothing back';
comment on column festivals.time_zone is 'IANA name, such as Europe/London';
comment on column festivals.published_at is 'null: a draft, whose deleted_at is infinity';
comment on column festivals.language is 'BCP 47 tag of its own texts; null: not said';
comment on column festivals.translations is 'texts by field, by BCP 47 tag; null: none';
comment on column festivals.site_plan is 'as photo: a link, or a file in photos/';
comment on column festivals.previous_edition_id is
  'the edition before; it counts as none once that is deleted or belongs to another organizer';
comment on column festivals.moved_refund_until is
  'until when payments made before moved_at come back in full; a later move never makes it earlier';
create index festivals_by_start on festivals (start_time, id) include (end_time, country_key) where deleted_at is null;
create index festivals_by_latest on festivals (start_time desc, id) include (end_time, country_key)
  where deleted_at is null;
create index festivals_by_country on festivals (country_key, start_time, id) include (end_time) where deleted_at is null;
create index festivals_by_country_latest on festivals (country_key, start_time desc, id) include (end_time)
  where deleted_at is null;
create index festivals_by_organizer on festivals (organizer_id, start_time, id);
create index festivals_by_location on festivals using gist (location)
  include (rank, start_time, id, end_time, country_key)
  where deleted_at is null;
create index festivals_by_rank on festivals (rank desc, start_time, id) include (location, end_time, country_key)
  where deleted_at is null and location is not null;
create index festivals_by_search_name on festivals (search_name, id) where deleted_at is null;
create index festivals_by_part_of_name on festivals using gin (search_name gin_trgm_ops) where deleted_at is null;
create index festivals_cancelled on festivals (cancelled_at) where cancelled_at is not null;
create index festivals_cancelled_latest on festivals (start_time desc, id)
  where cancelled_at is not null and deleted_at is null;
create index festivals_by_end on festivals (end_time) where deleted_at is null;
-- Festivals at a moment. Indexes of starts and of ends alone would read all that are over, or all to come.
create index festivals_running on festivals using gist (tstzrange(start_time, end_time, '[]')) where deleted_at is null;
-- Drafts that a user may change.
create index festivals_drafts on festivals (organizer_id, start_time, id) where deleted_at = 'infinity';

-- Foreign keys of earlier areas.
alter table waiting_announcements add constraint waiting_announcements_festival_id_fkey
  foreign key (festival_id) references festivals on delete cascade;
alter table holders_told add constraint holders_told_festival_id_fkey
  foreign key (festival_id) references festivals;

-- Unused: the service validates names by the time zone data of Node.
create function knows_time_zone(zone text) returns boolean language plpgsql stable as $$
begin
  return now() at time zone zone is not null;
exception when invalid_parameter_value then
  return false;
end $$;

create trigger festivals_noted
  after insert or update of organizer_id, previous_edition_id, name, description, language, translations, venue, address,
    country, area, start_time, end_time, time_zone, photo, site_plan, site_plan_description, coordinates, refund_until_days,
    refund_percent, published_at, moved_refund_until, cancelled_at, cancelled_reason, deleted_at
  on festivals
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'id',
    'organizer_id previous_edition_id name description language translations venue address country area start_time end_time time_zone photo site_plan site_plan_description coordinates refund_until_days refund_percent published_at moved_refund_until cancelled_at cancelled_reason deleted_at');
create trigger festivals_told_to_gates after update of end_time, organizer_id on festivals
  for each row when (old.end_time is distinct from new.end_time
                     or old.organizer_id is distinct from new.organizer_id)
  execute function tell_access('festival', 'id');

-- Runs for changes of these columns alone, so a change of ranks costs nothing. A transaction that changes more than 400
-- festivals invalidates all.
create function festival_changed() returns trigger language plpgsql as $$
declare
  changed int := coalesce(nullif(current_setting('festival.changed', true), '')::int, 0) + 1;
  is_moved boolean := (old.start_time, old.end_time, old.country_key, old.organizer_id, old.deleted_at)
    is distinct from (new.start_time, new.end_time, new.country_key, new.organizer_id, new.deleted_at);
  looks_new boolean := is_moved or (old.name, old.photo, old.venue, old.country)
    is distinct from (new.name, new.photo, new.venue, new.country);
  names text[] := array['festival:' || new.id];
begin
  perform set_config('festival.changed', changed::text, true);
  if changed > 400 then
    perform tell_changes('{festival:*,festivals,festivals:*,map,map:*,gigs,gigs:*,search}');
    return null;
  end if;
  if is_moved then
    names := names || list_names(old) || list_names(new);
  end if;
  if looks_new or old.location::text is distinct from new.location::text then
    names := names || map_names(old.location) || map_names(new.location);
  end if;
  if looks_new or old.description is distinct from new.description then
    names := names || array['search'];
  end if;
  if looks_new then
    names := names || array['gigs', month_name(old.start_time), month_name(new.start_time)] || array(
      select distinct unnest(gig_names(g, new.start_time)) from gigs g where g.festival_id = new.id
      limit 401);
  end if;
  perform tell_changes(array_remove(names, null));
  return null;
end $$;
create trigger festivals_changed
  after update of organizer_id, name, description, language, translations, venue, address, country, country_key, area,
    start_time, end_time, time_zone, photo, site_plan, site_plan_description, location, refund_until_days, refund_percent, published_at,
    moved_refund_until, cancelled_at, cancelled_reason, deleted_at on festivals
  for each row execute function festival_changed();

-- `changed_rows` are new rows, or deleted ones.
create function festivals_came_or_went() returns trigger language plpgsql as $$
begin
  perform tell_changes(names) from (
    select array_agg(distinct told) as names
    from changed_rows f, unnest(list_names(f) || map_names(f.location)
      || array['festival:' || f.id, month_name(f.start_time), 'search']) told
    where told is not null
  ) n where names is not null;
  return null;
end $$;
create trigger festivals_came after insert on festivals referencing new table as changed_rows
  for each statement execute function festivals_came_or_went();
create trigger festivals_went after delete on festivals referencing old table as changed_rows
  for each statement execute function festivals_came_or_went();

create table places (
  id uuid primary key,
  festival_id uuid not null references festivals on delete cascade,
  position integer not null,
  name text not null,
  type text,
  coordinates point
);
create index places_of_festival on places (festival_id, position);

create trigger places_added after insert on places referencing new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'places');
create trigger places_changed after update on places referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'places');
create trigger places_removed after delete on places referencing old table as old_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'places');

create function places_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct festival_id from changed_rows);
begin
  if festivals = '{}' then return null; end if;
  perform tell_changes(array(
    select 'festival:' || id from unnest(festivals) id limit 401) || array(
    select distinct told
    from changed_rows p join gigs g on g.place_id = p.id join festivals f on f.id = g.festival_id,
         unnest(gig_names(g, f.start_time)) told
    where told is not null limit 401));
  return null;
end $$;
create trigger places_came after insert on places referencing new table as changed_rows
  for each statement execute function places_changed();
create trigger places_were after update on places referencing old table as changed_rows
  for each statement execute function places_changed();
create trigger places_are after update on places referencing new table as changed_rows
  for each statement execute function places_changed();
create trigger places_went after delete on places referencing old table as changed_rows
  for each statement execute function places_changed();

-- A gig without `start_time` is still to be announced. The calendar reads `country_key`, `expected_from` and
-- `expected_until` from the gig itself, so each list is one index scan; triggers copy them from the festival. Nothing is
-- expected of a deleted festival.
create table gigs (
  id uuid primary key,
  festival_id uuid not null references festivals on delete cascade,
  artist_id uuid references artists on delete set null,
  place_id uuid references places on delete set null,
  start_time timestamptz(3),
  end_time timestamptz(3),
  country_key text collate "C",
  expected_from timestamptz(3),
  expected_until timestamptz(3),
  headliner boolean not null default false,
  billing integer,
  constraint gigs_billing check (billing between 1 and 10000),
  constraint gigs_end_after_start check (end_time >= start_time)
);
comment on column gigs.country_key is 'that of its festival';
comment on column gigs.expected_from is 'without a start_time: when its festival starts';
comment on column gigs.expected_until is 'without a start_time: when its festival ends; -infinity: of a draft';
comment on column gigs.headliner is 'the bill names its artist first, and largest';
comment on column gigs.billing is
  'the place of its artist on the bill, 1 first; null: after those that have one, by name';
create index gigs_of_festival on gigs (festival_id, start_time, id);
create index gigs_by_start on gigs (start_time, id) include (artist_id, expected_until);
create index gigs_by_artist on gigs (artist_id, start_time, id)
  include (festival_id, country_key, expected_from, expected_until);
create index gigs_to_be_announced on gigs (expected_until, id) include (artist_id) where start_time is null;
create index gigs_by_place on gigs (place_id) where place_id is not null;
create index gigs_by_country on gigs (country_key, start_time, id) include (artist_id, expected_from, expected_until);
create index gigs_to_be_announced_by_month on gigs (expected_from, id) include (artist_id, country_key)
  where start_time is null;

-- Names of cached answers: `festival:…` is a festival with all it contains; `festivals`, `festivals:country:…` and
-- `festivals:organizer:…` are lists and their order; `map` and `map:…:…` a cell of five by five degrees; `gigs`,
-- `gigs:2027-07` and `gigs:artist:…` gigs, their order and what they show.
create function list_names(f festivals) returns text[] language sql immutable as $$
  select array['festivals', 'festivals:country:' || f.country_key, 'festivals:organizer:' || f.organizer_id]
$$;

create function map_names(at point) returns text[] language sql immutable as $$
  select array['map',
    'map:' || floor((at[1] + 90) / 5)::int || ':' || floor((at[0] + 180) / 5)::int]
$$;

create function month_name(at timestamptz) returns text language sql stable as $$
  select 'gigs:' || to_char(at at time zone 'UTC', 'YYYY-MM')
$$;

-- A gig that is still to be announced counts to the month in which its festival starts.
create function gig_names(g gigs, starts timestamptz) returns text[] language sql stable as $$
  select array['gigs', month_name(coalesce(g.start_time, starts)), 'gigs:artist:' || g.artist_id]
$$;

create trigger gigs_added after insert on gigs referencing new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'gigs');
create trigger gigs_changed after update on gigs referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'gigs');
create trigger gigs_removed after delete on gigs referencing old table as old_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'gigs');

create function gigs_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct festival_id from changed_rows);
begin
  if festivals = '{}' then return null; end if;
  perform tell_changes(array['gigs'] || array(
    select 'festival:' || id from unnest(festivals) id limit 401) || array(
    select distinct told
    from changed_rows g left join festivals f on f.id = g.festival_id, unnest(gig_names(g, f.start_time)) told
    where told is not null limit 401));
  return null;
end $$;
create trigger gigs_came after insert on gigs referencing new table as changed_rows
  for each statement execute function gigs_changed();
create trigger gigs_were after update on gigs referencing old table as changed_rows
  for each statement execute function gigs_changed();
create trigger gigs_are after update on gigs referencing new table as changed_rows
  for each statement execute function gigs_changed();
create trigger gigs_went after delete on gigs referencing old table as changed_rows
  for each statement execute function gigs_changed();

-- Locks the festival until the commit: a concurrent change of it would leave its old values in the gig.
create function place_gig() returns trigger language plpgsql as $$
declare
  festival record;
begin
  select country_key, start_time, end_time, published_at is null as is_draft into festival
  from festivals where id = new.festival_id and (deleted_at is null or published_at is null) for share;
  new.country_key := festival.country_key;
  new.expected_from := case when new.start_time is null and not festival.is_draft then festival.start_time end;
  new.expected_until := case
    when festival.is_draft then '-infinity'::timestamptz
    when new.start_time is null then festival.end_time end;
  return new;
end $$;
create trigger gigs_placed before insert or update of festival_id, start_time on gigs
  for each row execute function place_gig();

create function place_gigs_of_festival() returns trigger language plpgsql as $$
begin
  -- Any column that the trigger above hangs on makes it look again.
  update gigs set start_time = start_time
  where festival_id = new.id
    and (start_time is null or old.country_key is distinct from new.country_key
         or old.deleted_at is distinct from new.deleted_at);
  return null;
end $$;
create trigger festivals_place_gigs
  after update of country_key, start_time, end_time, deleted_at on festivals
  for each row when ((old.country_key, old.start_time, old.end_time, old.deleted_at)
    is distinct from (new.country_key, new.start_time, new.end_time, new.deleted_at))
  execute function place_gigs_of_festival();

-- A tier with tickets sold or held is archived, never deleted.
create table tiers (
  id uuid primary key,
  festival_id uuid not null references festivals on delete cascade,
  position integer not null,
  name text not null,
  price_cents integer not null,
  quantity integer not null,
  sold integer not null default 0,
  held integer not null default 0,
  start_time timestamptz(3),
  end_time timestamptz(3),
  valid_since timestamptz(3),
  valid_until timestamptz(3),
  archived_at timestamptz(3),
  description text,
  hidden boolean not null default false,
  max_per_order integer not null default 10,
  max_per_person integer,
  vat jsonb,
  refundable boolean not null default true,
  transferable boolean not null default true,
  waiting integer,
  translations jsonb,
  admission text not null default 'once',
  zones text[] not null default '{main}',
  at_tills boolean,
  constraint tiers_admission check (admission in ('once', 'reentry', 'once_a_day')),
  constraint tiers_limits check (max_per_order between 1 and 20 and max_per_person >= 1),
  constraint tiers_price_not_negative check (price_cents >= 0),
  constraint tiers_stock check (sold >= 0 and held >= 0 and sold + held <= quantity)
);
comment on column tiers.hidden is 'left out of what the public reads';
comment on column tiers.max_per_person is 'null: as many as they like';
comment on column tiers.vat is '{rate} in percent, or {exemption} with its reason; null: not stated';
comment on column tiers.refundable is 'whether buyers may give it back, where their festival lets them';
comment on column tiers.waiting is
  'the fewest that one person waits for: if so many are free they are not for all; null: none waits';
comment on column tiers.translations is 'texts by field, by BCP 47 tag; null: none';
comment on column tiers.admission is 'once; reentry: again after it was scanned out; once_a_day: days end at 06:00';
comment on column tiers.zones is 'the parts of its festival that it admits to';
comment on column tiers.at_tills is 'whether tills sell it; null: they do';
create index tiers_of_festival on tiers (festival_id, position);
create index tiers_waited_for on tiers (id) where waiting is not null;

-- How many gigs, artists, places and tiers a festival has, as JSON.
create function festival_totals(festival uuid) returns text language sql stable parallel safe as $$
  select row_to_json(totals)::text from (
    select count(*) as gigs, count(distinct artist_id) as artists,
           (select count(*) from places where festival_id = festival) as places,
           (select count(*) from tiers
            where festival_id = festival and archived_at is null and not hidden) as tickets
    from gigs where festival_id = festival
  ) totals
$$;

create trigger tiers_noted
  after insert or delete or update of name, price_cents, quantity, start_time, end_time, valid_since,
    valid_until, description, translations, hidden, max_per_order, max_per_person, vat, refundable, transferable,
    admission, zones, at_tills, archived_at on tiers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id',
    'name price_cents quantity start_time end_time valid_since valid_until description translations hidden max_per_order max_per_person vat refundable transferable admission zones at_tills archived_at',
    'tickets', 'id');

-- Runs for changes of these columns alone, so a purchase costs nothing.
create function tier_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct unnest(array[old.festival_id, new.festival_id]));
begin
  festivals := array_remove(festivals, null);
  perform tell_changes(array(select 'festival:' || id from unnest(festivals) id));
  return null;
end $$;
create trigger tiers_changed
  after insert or delete or update of festival_id, name, price_cents, quantity, start_time, end_time,
    valid_since, valid_until, description, translations, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, admission, zones, at_tills, archived_at, position on tiers
  for each row execute function tier_changed();

-- The line-up that followers were last notified of. An artist that was removed and added again is not news.
create table announcements (
  festival_id uuid not null references festivals on delete cascade,
  artist_id uuid not null references artists on delete cascade,
  start_times timestamptz(3)[] not null,
  primary key (festival_id, artist_id)
);
create index announcements_of_artist on announcements (artist_id);

-- Organizers that an artist's owner was asked about, or has decided on.
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

-- Changes that followers and ticket holders are notified of together, and starts that are near.
create table festival_news (
  id uuid primary key,
  festival_id uuid not null references festivals,
  cause text collate "C" not null,
  before jsonb,
  created_at timestamptz(3) not null,
  due_at timestamptz(3),
  line_up jsonb,
  editors jsonb,
  urgent_at timestamptz(3),
  constraint festival_news_once unique (festival_id, cause)
);
comment on column festival_news.before is
  'when and where the festival was to be before the changes, and of which organizer; null: nothing changed';
comment on column festival_news.due_at is
  'when changes have come to rest, and followers and holders are notified; null: they were';
comment on column festival_news.line_up is
  'when each artist that changed played before, in milliseconds since 1970; null for one that did not play';
comment on column festival_news.editors is
  'the author of the last change of each artist, or of the organizer, and whether it was staff';
comment on column festival_news.urgent_at is 'when the first change was made that rests for a shorter time';
-- Changes within a short time become one notification.
create unique index festival_news_resting on festival_news (festival_id) where due_at is not null;
create index festival_news_due on festival_news (due_at) where due_at is not null;

-- Sold like tiers. One that is no longer offered is archived.
create table accommodations (
  id uuid primary key,
  festival_id uuid not null references festivals on delete cascade,
  name text collate "C" not null,
  type text,
  description text,
  price_cents integer not null,
  quantity integer not null,
  sold integer not null default 0,
  held integer not null default 0,
  capacity integer,
  check_in timestamptz(3),
  check_out timestamptz(3),
  amenities text[] not null default '{}',
  photo text,
  created_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  hidden boolean not null default false,
  max_per_order integer not null default 10,
  max_per_person integer,
  vat jsonb,
  refundable boolean not null default true,
  transferable boolean not null default true,
  translations jsonb,
  admission text not null default 'once',
  zones text[] not null default '{main}',
  at_tills boolean,
  constraint accommodations_admission check (admission in ('once', 'reentry', 'once_a_day')),
  constraint accommodations_limits check (max_per_order between 1 and 20 and max_per_person >= 1),
  constraint accommodations_out_after_in check (check_out >= check_in),
  constraint accommodations_price_not_negative check (price_cents >= 0),
  constraint accommodations_stock check (sold >= 0 and held >= 0 and sold + held <= quantity)
);
comment on column accommodations.hidden is 'left out of what the public reads';
comment on column accommodations.max_per_person is 'null: as many as they like';
comment on column accommodations.vat is '{rate} in percent, or {exemption} with its reason; null: not stated';
comment on column accommodations.refundable is 'whether buyers may give it back, where their festival lets them';
comment on column accommodations.translations is 'texts by field, by BCP 47 tag; null: none';
comment on column accommodations.admission is
  'once; reentry: again after it was scanned out; once_a_day: days end at 06:00';
comment on column accommodations.zones is 'the parts of its festival that it admits to';
comment on column accommodations.at_tills is 'whether tills sell it; null: they do';
create index accommodations_by_name on accommodations (name, id) where archived_at is null;
create index accommodations_of_festival on accommodations (festival_id, name, id);

create trigger accommodations_noted
  after insert or delete or update of festival_id, name, type, description, translations, price_cents, quantity,
    capacity, check_in, check_out, amenities, photo, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, admission, zones, at_tills, archived_at on accommodations
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('accommodation', 'id',
    'festival_id name type description translations price_cents quantity capacity check_in check_out amenities photo hidden max_per_order max_per_person vat refundable transferable admission zones at_tills archived_at');

-- One address for each user, until it is replaced or revoked.
create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  hash bytea not null,
  created_at timestamptz(3) not null,
  constraint calendar_feeds_hash_once unique (hash)
);
comment on table calendar_feeds is 'secret addresses of users’ own calendars';
comment on column calendar_feeds.hash is 'of the secret in the address';

create function let_go_of_erased_calendar_feeds() returns trigger language plpgsql as $$
begin
  delete from calendar_feeds where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_calendar_feeds after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_calendar_feeds();
