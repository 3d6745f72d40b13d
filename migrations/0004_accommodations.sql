-- Where visitors sleep. Sold like ticket tiers; one that is no longer offered is archived.
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
  constraint accommodations_price_not_negative check (price_cents >= 0),
  constraint accommodations_stock check (sold >= 0 and held >= 0 and sold + held <= quantity),
  constraint accommodations_out_after_in check (check_out >= check_in)
);
create index accommodations_by_name on accommodations (name, id) where archived_at is null;
create index accommodations_of_festival on accommodations (festival_id, name, id) where archived_at is null;
