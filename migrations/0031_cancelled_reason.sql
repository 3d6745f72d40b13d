-- Why a festival is cancelled, as its managers have written it. A change of it is noted in the audit log, and
-- drops cached answers.
alter table festivals add column cancelled_reason text;
comment on column festivals.cancelled_reason is 'null: not cancelled, or without a reason';

create or replace trigger festivals_noted
  after insert or update of organizer_id, name, description, venue, address, country, area, start_time,
    end_time, photo, coordinates, cancelled_at, cancelled_reason, deleted_at on festivals
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'id',
    'organizer_id name description venue address country area start_time end_time photo coordinates cancelled_at cancelled_reason deleted_at');

create or replace trigger festivals_changed
  after update of organizer_id, name, description, venue, address, country, country_key, area,
    start_time, end_time, photo, location, cancelled_at, cancelled_reason, deleted_at on festivals
  for each row execute function festival_changed();
