-- Whether tills sell a tier or an accommodation. Those of before are empty: they are sold as they were.
alter table tiers add column at_tills boolean;
comment on column tiers.at_tills is 'whether tills sell it; null: they do';
alter table accommodations add column at_tills boolean;
comment on column accommodations.at_tills is 'whether tills sell it; null: they do';

create or replace trigger tiers_noted
  after insert or delete or update of name, price_cents, quantity, start_time, end_time, valid_since,
    valid_until, description, translations, hidden, max_per_order, max_per_person, vat, refundable, transferable,
    admission, zones, at_tills, archived_at on tiers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id',
    'name price_cents quantity start_time end_time valid_since valid_until description translations hidden max_per_order max_per_person vat refundable transferable admission zones at_tills archived_at',
    'tickets', 'id');
create or replace trigger tiers_changed
  after insert or delete or update of festival_id, name, price_cents, quantity, start_time, end_time,
    valid_since, valid_until, description, translations, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, admission, zones, at_tills, archived_at, position on tiers
  for each row execute function tier_changed();
create or replace trigger accommodations_noted
  after insert or delete or update of festival_id, name, type, description, translations, price_cents, quantity,
    capacity, check_in, check_out, amenities, photo, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, admission, zones, at_tills, archived_at on accommodations
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('accommodation', 'id',
    'festival_id name type description translations price_cents quantity capacity check_in check_out amenities photo hidden max_per_order max_per_person vat refundable transferable admission zones at_tills archived_at');
