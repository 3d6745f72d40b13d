-- When a festival was moved to another day last, and until when that lets those give back in full who had bought before.
alter table festivals
  add column moved_at timestamptz,
  add column moved_refund_until timestamptz;
comment on column festivals.moved_refund_until is
  'until when payments made before moved_at come back in full; a later move never makes it earlier';

create or replace trigger festivals_noted
  after insert or update of organizer_id, previous_edition_id, name, description, language, translations, venue, address,
    country, area, start_time, end_time, time_zone, photo, site_plan, site_plan_description, coordinates, refund_until_days,
    refund_percent, published_at, moved_refund_until, cancelled_at, cancelled_reason, deleted_at
  on festivals
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'id',
    'organizer_id previous_edition_id name description language translations venue address country area start_time end_time time_zone photo site_plan site_plan_description coordinates refund_until_days refund_percent published_at moved_refund_until cancelled_at cancelled_reason deleted_at');
create or replace trigger festivals_changed
  after update of organizer_id, name, description, language, translations, venue, address, country, country_key, area,
    start_time, end_time, time_zone, photo, site_plan, site_plan_description, location, refund_until_days, refund_percent, published_at,
    moved_refund_until, cancelled_at, cancelled_reason, deleted_at on festivals
  for each row execute function festival_changed();
