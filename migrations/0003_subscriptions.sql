-- Membership plans. One that is no longer offered is archived: who has paid for it keeps it.
create table subscriptions (
  id uuid primary key,
  name text collate "C" not null,
  description text,
  price_cents integer not null,
  duration integer not null,
  duration_type text not null,
  created_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  constraint subscriptions_price_not_negative check (price_cents >= 0),
  constraint subscriptions_last_at_least_one check (duration >= 1),
  constraint subscriptions_last_months_or_years check (duration_type in ('month', 'year'))
);
create index subscriptions_by_name on subscriptions (name, id) where archived_at is null;
