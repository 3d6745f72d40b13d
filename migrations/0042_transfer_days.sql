-- How long the orders of a festival wait for a bank transfer.
alter table festivals
  add transfer_days int,
  add constraint festivals_transfer_days check (transfer_days between 3 and 30) not valid;
comment on column festivals.transfer_days is 'null: TRANSFER_DAYS';

create or replace trigger festivals_changed
  after update of organizer_id, name, description, language, translations, venue, address, city, country, country_key, area,
    start_time, end_time, time_zone, photo, site_plan, site_plan_description, location, refund_until_days, refund_percent, transfer_days,
    published_at, moved_refund_until, cancelled_at, cancelled_reason, deleted_at, search_text on festivals
  for each row execute function festival_changed();

-- Printed by `npm run db:triggers`.
create or replace trigger festivals_noted
  AFTER INSERT OR UPDATE OF organizer_id, previous_edition_id, name, description, language, translations, venue, address, country, area, start_time, end_time, time_zone, photo, site_plan, site_plan_description, coordinates, refund_until_days, refund_percent, published_at, moved_refund_until, cancelled_at, cancelled_reason, deleted_at, city, transfer_days ON festivals
  FOR EACH ROW WHEN ((current_setting('festival.audit'::text, true) <> ''::text))
  EXECUTE FUNCTION note_row('festival', 'id', 'organizer_id previous_edition_id name description language translations venue address country area start_time end_time time_zone photo site_plan site_plan_description coordinates refund_until_days refund_percent published_at moved_refund_until cancelled_at cancelled_reason deleted_at city transfer_days');
