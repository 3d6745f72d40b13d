-- Texts in other languages, and the language of a record's own. Those of tiers and accommodations are in that of
-- their festival.
alter table festivals
  add column language text,
  add column translations jsonb;
alter table tiers add column translations jsonb;
alter table accommodations add column translations jsonb;
alter table subscriptions
  add column language text,
  add column translations jsonb;
comment on column festivals.language is 'BCP 47 tag of its own texts; null: not said';
comment on column festivals.translations is 'texts by field, by BCP 47 tag; null: none';
comment on column tiers.translations is 'texts by field, by BCP 47 tag; null: none';
comment on column accommodations.translations is 'texts by field, by BCP 47 tag; null: none';
comment on column subscriptions.language is 'BCP 47 tag of its own texts; null: not said';
comment on column subscriptions.translations is 'texts by field, by BCP 47 tag; null: none';

create or replace trigger festivals_noted
  after insert or update of organizer_id, name, description, language, translations, venue, address, country, area,
    start_time, end_time, time_zone, photo, coordinates, refund_until_days, refund_percent, published_at,
    cancelled_at, cancelled_reason, deleted_at
  on festivals
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'id',
    'organizer_id name description language translations venue address country area start_time end_time time_zone photo coordinates refund_until_days refund_percent published_at cancelled_at cancelled_reason deleted_at');
create or replace trigger festivals_changed
  after update of organizer_id, name, description, language, translations, venue, address, country, country_key, area,
    start_time, end_time, time_zone, photo, location, refund_until_days, refund_percent, published_at, cancelled_at,
    cancelled_reason, deleted_at on festivals
  for each row execute function festival_changed();

create or replace trigger tiers_noted
  after insert or delete or update of name, price_cents, quantity, start_time, end_time, valid_since,
    valid_until, description, translations, hidden, max_per_order, max_per_person, vat, refundable, transferable,
    archived_at on tiers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id',
    'name price_cents quantity start_time end_time valid_since valid_until description translations hidden max_per_order max_per_person vat refundable transferable archived_at',
    'tickets', 'id');
create or replace trigger tiers_changed
  after insert or delete or update of festival_id, name, price_cents, quantity, start_time, end_time,
    valid_since, valid_until, description, translations, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, archived_at, position on tiers
  for each row execute function tier_changed();

create or replace trigger accommodations_noted
  after insert or delete or update of festival_id, name, type, description, translations, price_cents, quantity,
    capacity, check_in, check_out, amenities, photo, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, archived_at on accommodations
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('accommodation', 'id',
    'festival_id name type description translations price_cents quantity capacity check_in check_out amenities photo hidden max_per_order max_per_person vat refundable transferable archived_at');
create or replace trigger subscriptions_noted
  after insert or delete or update of name, description, language, translations, price_cents, duration, duration_type,
    vat, archived_at
  on subscriptions
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('subscription', 'id',
    'name description language translations price_cents duration duration_type vat archived_at');
