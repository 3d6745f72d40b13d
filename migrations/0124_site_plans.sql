-- A picture of the site of a festival, and what it shows, for people who do not see it.
alter table festivals
  add column site_plan text,
  add column site_plan_description text;
comment on column festivals.site_plan is 'as photo: a link, or a file in photos/';

create or replace trigger festivals_noted
  after insert or update of organizer_id, name, description, language, translations, venue, address, country, area,
    start_time, end_time, time_zone, photo, site_plan, site_plan_description, coordinates, refund_until_days, refund_percent, published_at,
    cancelled_at, cancelled_reason, deleted_at
  on festivals
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'id',
    'organizer_id name description language translations venue address country area start_time end_time time_zone photo site_plan site_plan_description coordinates refund_until_days refund_percent published_at cancelled_at cancelled_reason deleted_at');
create or replace trigger festivals_changed
  after update of organizer_id, name, description, language, translations, venue, address, country, country_key, area,
    start_time, end_time, time_zone, photo, site_plan, site_plan_description, location, refund_until_days, refund_percent, published_at, cancelled_at,
    cancelled_reason, deleted_at on festivals
  for each row execute function festival_changed();
