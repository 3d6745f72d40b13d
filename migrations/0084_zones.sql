-- Parts of a festival with gates of their own: `main`, and others that its managers name. How many are inside is
-- counted by the transaction of each passage.
create table gate_zones (
  festival_id uuid not null references festivals,
  zone text not null collate "C",
  capacity integer,
  refuses_when_full boolean not null default false,
  inside integer not null default 0,
  constraint gate_zones_pkey primary key (festival_id, zone),
  constraint gate_zones_capacity check (capacity > 0),
  constraint gate_zones_refuses check (capacity is not null or not refuses_when_full)
);
comment on table gate_zones is 'parts of a festival that gates lead into; main has a row once it has a passage or a capacity';
comment on column gate_zones.capacity is 'how many may be inside; null: no limit is known';
comment on column gate_zones.refuses_when_full is 'whether gates with a network let none in beyond the capacity';
comment on column gate_zones.inside is 'how many people are inside, as gate_passages say';
alter table gate_zones set (fillfactor = 50);
create trigger gate_zones_noted
  after insert or update of capacity, refuses_when_full on gate_zones
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id', 'capacity refuses_when_full', 'zones', 'zone');

alter table tiers add column zones text[] not null default '{main}';
comment on column tiers.zones is 'the parts of its festival that it admits to';
alter table accommodations add column zones text[] not null default '{main}';
comment on column accommodations.zones is 'the parts of its festival that it admits to';

create or replace trigger tiers_noted
  after insert or delete or update of name, price_cents, quantity, start_time, end_time, valid_since,
    valid_until, description, translations, hidden, max_per_order, max_per_person, vat, refundable, transferable,
    admission, zones, archived_at on tiers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id',
    'name price_cents quantity start_time end_time valid_since valid_until description translations hidden max_per_order max_per_person vat refundable transferable admission zones archived_at',
    'tickets', 'id');
create or replace trigger tiers_changed
  after insert or delete or update of festival_id, name, price_cents, quantity, start_time, end_time,
    valid_since, valid_until, description, translations, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, admission, zones, archived_at, position on tiers
  for each row execute function tier_changed();
create or replace trigger accommodations_noted
  after insert or delete or update of festival_id, name, type, description, translations, price_cents, quantity,
    capacity, check_in, check_out, amenities, photo, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, admission, zones, archived_at on accommodations
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('accommodation', 'id',
    'festival_id name type description translations price_cents quantity capacity check_in check_out amenities photo hidden max_per_order max_per_person vat refundable transferable admission zones archived_at');

alter table gate_devices add column zone text not null default 'main';
comment on column gate_devices.zone is 'the part of its festival that its gate leads into';
create or replace trigger gate_devices_noted after insert or update of name, ended_at, created_by, zone on gate_devices
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('device', 'id', 'name ended_at created_by zone');

alter table gate_scans add column zone text not null default 'main';
comment on column gate_scans.zone is 'the part of the festival that its gate leads into';

alter table gate_passages add column clash boolean not null default false;
comment on column gate_passages.clash is 'whether a gate without a network let through what the service then refused: it counts as inside, and decides about no ticket';

-- Of passages before there were counts.
insert into gate_zones (festival_id, zone, inside)
select festival_id, zone, count(*) filter (where direction = 'in') from (
  select distinct on (payment_id, zone) festival_id, zone, direction from gate_passages
  order by payment_id, zone, at desc, direction = 'in' desc
) latest group by festival_id, zone;
