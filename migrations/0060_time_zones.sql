-- The time zone in which a festival tells its times. Festivals that exist keep the one in which theirs were read.
alter table festivals add column time_zone text not null default 'UTC';
comment on column festivals.time_zone is 'IANA name, such as Europe/London';

-- Node checks names by its own list; PostgreSQL, which groups by local days, may have an older one.
create function knows_time_zone(zone text) returns boolean language plpgsql stable as $$
begin
  return now() at time zone zone is not null;
exception when invalid_parameter_value then
  return false;
end $$;

create or replace trigger festivals_noted
  after insert or update of organizer_id, name, description, venue, address, country, area, start_time,
    end_time, time_zone, photo, coordinates, refund_until_days, refund_percent, cancelled_at, cancelled_reason,
    deleted_at
  on festivals
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'id',
    'organizer_id name description venue address country area start_time end_time time_zone photo coordinates refund_until_days refund_percent cancelled_at cancelled_reason deleted_at');

create or replace trigger festivals_changed
  after update of organizer_id, name, description, venue, address, country, country_key, area,
    start_time, end_time, time_zone, photo, location, refund_until_days, refund_percent, cancelled_at,
    cancelled_reason, deleted_at on festivals
  for each row execute function festival_changed();
