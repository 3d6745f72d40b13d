-- Artists and genres, organizers, festivals with places, gigs and ticket tiers, and who follows what.
create extension if not exists pg_trgm;

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

create table artist_genres (
  artist_id uuid not null references artists on delete cascade,
  genre_id uuid not null references genres on delete cascade,
  primary key (artist_id, genre_id)
);
create index artist_genres_by_genre on artist_genres (genre_id, artist_id);

create table organizers (
  id text collate "C" primary key,
  name text collate "C" not null,
  description text,
  photo text,
  created_at timestamptz(3) not null default now()
);
create index organizers_by_name on organizers (name, id);

create table organizer_managers (
  organizer_id text collate "C" not null references organizers on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (organizer_id, user_id)
);
create index organizer_managers_by_user on organizer_managers (user_id, organizer_id);

-- Deleting a festival keeps its row and its tiers, so that payments and tickets stay readable; its
-- gigs and places go. `coordinates` is what was written, `location` where the map shows it.
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
  constraint festivals_source_unique unique (source),
  constraint festivals_end_after_start check (end_time >= start_time),
  constraint festivals_have_an_organizer check (organizer_id is not null or deleted_at is not null)
);
comment on column festivals.organizer_id is 'null only when festival and organizer were both deleted';
create index festivals_by_start on festivals (start_time, id) include (end_time, country_key) where deleted_at is null;
create index festivals_by_latest on festivals (start_time desc, id) include (end_time, country_key) where deleted_at is null;
create index festivals_by_country on festivals (country_key, start_time, id) include (end_time) where deleted_at is null;
create index festivals_by_country_latest on festivals (country_key, start_time desc, id) include (end_time) where deleted_at is null;
create index festivals_by_organizer on festivals (organizer_id, start_time, id);
create index festivals_by_location on festivals using gist (location) include (start_time, end_time, country_key) where deleted_at is null;
create index festivals_by_rank on festivals (rank desc, start_time, id) include (location, end_time, country_key) where deleted_at is null and location is not null;
create index festivals_by_search_name on festivals (search_name, id) where deleted_at is null;
create index festivals_by_part_of_name on festivals using gin (search_name gin_trgm_ops) where deleted_at is null;

create table places (
  id uuid primary key,
  festival_id uuid not null references festivals on delete cascade,
  position integer not null,
  name text not null,
  type text,
  coordinates point
);
create index places_of_festival on places (festival_id, position);

-- A gig without start_time is a slot still to be announced (TBA).
create table gigs (
  id uuid primary key,
  festival_id uuid not null references festivals on delete cascade,
  artist_id uuid references artists on delete set null,
  place_id uuid references places on delete set null,
  start_time timestamptz(3),
  end_time timestamptz(3),
  constraint gigs_end_after_start check (end_time >= start_time)
);
create index gigs_of_festival on gigs (festival_id, start_time, id);
create index gigs_by_start on gigs (start_time, id) include (artist_id, festival_id);
create index gigs_by_artist on gigs (artist_id, start_time, id) include (festival_id);
create index gigs_to_be_announced on gigs (festival_id, id) include (artist_id) where start_time is null;
create index gigs_by_place on gigs (place_id) where place_id is not null;

-- The tiers tickets are sold from. One with tickets sold or held is never deleted, only archived.
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
  constraint tiers_price_not_negative check (price_cents >= 0),
  constraint tiers_stock check (sold >= 0 and held >= 0 and sold + held <= quantity)
);
create index tiers_of_festival on tiers (festival_id, position) where archived_at is null;

-- What a user follows is exactly one of three; it goes when that goes.
create table interests (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  artist_id uuid references artists on delete cascade,
  organizer_id text collate "C" references organizers on delete cascade,
  genre_id uuid references genres on delete cascade,
  created_at timestamptz(3) not null default now(),
  constraint interests_follow_one check (num_nonnulls(artist_id, organizer_id, genre_id) = 1),
  constraint interests_artist_once unique (user_id, artist_id),
  constraint interests_organizer_once unique (user_id, organizer_id),
  constraint interests_genre_once unique (user_id, genre_id)
);
create index interests_of_user on interests (user_id, created_at desc, id);
create index interests_in_artist on interests (artist_id) where artist_id is not null;
create index interests_in_organizer on interests (organizer_id) where organizer_id is not null;
create index interests_in_genre on interests (genre_id) where genre_id is not null;

-- Erasing an account keeps its row, so no foreign key takes away what hung on the person. Here and
-- not in the rooms these rows belong to, since those know nothing of accounts that end.
create function let_go_of_erased_user() returns trigger language plpgsql as $$
begin
  delete from interests where user_id = new.id;
  delete from organizer_managers where user_id = new.id;
  return null;
end $$;
create trigger users_erased after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_user();
