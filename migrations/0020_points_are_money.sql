-- Points are money: what earns none, and what a refund keeps back for points that are spent. And how much
-- one person, or one network, may keep from others without paying for it.

alter table payments add column is_own boolean not null default false;
comment on column payments.is_own is 'its buyer managed the organizer when it was bought: it earns nothing';
alter table payments add column kept_cents integer not null default 0;
comment on column payments.kept_cents is 'what refunds kept back for points that were earned with it and are spent';
alter table payments add column network bytea;
comment on column payments.network is 'HMAC of where it was bought from, while it waits for its buyer';
alter table payments add constraint payments_kept
  check (kept_cents >= 0 and refunded_cents + kept_cents <= amount_cents) not valid;

alter table refunds add column kept_cents integer not null default 0;
comment on column refunds.kept_cents is 'not given back: what points that were spent are worth';

alter table point_entries add column kept integer not null default 0;
comment on column point_entries.kept is 'points a reversal could not take, which the refund kept back in money; below zero: the refund was refused';
alter table points add column kept integer not null default 0;
comment on column points.kept is 'the sum of what refunds kept back in money: it counts for no level';

-- Money stands behind these events, and still each has its cap.
insert into reward_rules (event_type, points, per, daily_cap, once_per_entity) values
  ('ticket_purchased', 1, 'euro', 20, false),
  ('accommodation_booked', 1, 'euro', 20, false),
  ('subscription_started', 1, 'euro', 5, false),
  ('ticket_validated', 10, 'event', 5, true)
on conflict (event_type) do update set daily_cap = excluded.daily_cap where reward_rules.daily_cap is null;
