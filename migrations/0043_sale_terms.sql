-- What a tier, an accommodation and a plan say of their own sale, and the VAT of each payment as it was when it
-- was bought.
alter table tiers
  add column description text,
  add column hidden boolean not null default false,
  add column max_per_order integer not null default 10,
  add column max_per_person integer,
  add column vat jsonb,
  add column refundable boolean not null default true,
  add column transferable boolean not null default true;
alter table tiers add constraint tiers_limits
  check (max_per_order between 1 and 20 and max_per_person >= 1) not valid;
comment on column tiers.hidden is 'left out of what the public reads';
comment on column tiers.max_per_person is 'null: as many as they like';
comment on column tiers.vat is '{rate} in percent, or {exemption} with its reason; null: not stated';
comment on column tiers.refundable is 'whether buyers may give it back, where their festival lets them';

alter table accommodations
  add column hidden boolean not null default false,
  add column max_per_order integer not null default 10,
  add column max_per_person integer,
  add column vat jsonb,
  add column refundable boolean not null default true,
  add column transferable boolean not null default true;
alter table accommodations add constraint accommodations_limits
  check (max_per_order between 1 and 20 and max_per_person >= 1) not valid;
comment on column accommodations.hidden is 'left out of what the public reads';
comment on column accommodations.max_per_person is 'null: as many as they like';
comment on column accommodations.vat is '{rate} in percent, or {exemption} with its reason; null: not stated';
comment on column accommodations.refundable is 'whether buyers may give it back, where their festival lets them';

alter table subscriptions add column vat jsonb;
comment on column subscriptions.vat is '{rate} in percent, or {exemption} with its reason; null: not stated';

alter table payments add column vat jsonb;
comment on column payments.vat is 'that of what was bought, as it was then; null: not stated';

create or replace trigger tiers_noted
  after insert or delete or update of name, price_cents, quantity, start_time, end_time, valid_since,
    valid_until, description, hidden, max_per_order, max_per_person, vat, refundable, transferable,
    archived_at on tiers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id',
    'name price_cents quantity start_time end_time valid_since valid_until description hidden max_per_order max_per_person vat refundable transferable archived_at',
    'tickets', 'id');
create or replace trigger accommodations_noted
  after insert or delete or update of festival_id, name, type, description, price_cents, quantity,
    capacity, check_in, check_out, amenities, photo, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, archived_at on accommodations
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('accommodation', 'id',
    'festival_id name type description price_cents quantity capacity check_in check_out amenities photo hidden max_per_order max_per_person vat refundable transferable archived_at');
create or replace trigger subscriptions_noted
  after insert or delete or update of name, description, price_cents, duration, duration_type, vat, archived_at
  on subscriptions
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('subscription', 'id',
    'name description price_cents duration duration_type vat archived_at');

-- Cached answers show the new fields too.
create or replace trigger tiers_changed
  after insert or delete or update of festival_id, name, price_cents, quantity, start_time, end_time,
    valid_since, valid_until, description, hidden, max_per_order, max_per_person, vat, refundable, transferable,
    archived_at, position on tiers
  for each row execute function tier_changed();

-- How many there are of what a festival shows, as JSON.
create or replace function festival_totals(festival uuid) returns text language sql stable parallel safe as $$
  select row_to_json(totals)::text from (
    select count(*) as gigs, count(distinct artist_id) as artists,
           (select count(*) from places where festival_id = festival) as places,
           (select count(*) from tiers
            where festival_id = festival and archived_at is null and not hidden) as tickets
    from gigs where festival_id = festival
  ) totals
$$;
