-- Which festival an edition follows. Without an index, since it is looked up from the later one alone.
alter table festivals add column previous_edition_id uuid;
comment on column festivals.previous_edition_id is
  'the edition before; it counts as none once that is deleted or belongs to another organizer';
alter table festivals
  add constraint festivals_previous_edition_id_fkey foreign key (previous_edition_id) references festivals (id)
  on delete set null not valid;

create or replace trigger festivals_noted
  after insert or update of organizer_id, previous_edition_id, name, description, language, translations, venue, address,
    country, area, start_time, end_time, time_zone, photo, site_plan, site_plan_description, coordinates, refund_until_days,
    refund_percent, published_at, cancelled_at, cancelled_reason, deleted_at
  on festivals
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'id',
    'organizer_id previous_edition_id name description language translations venue address country area start_time end_time time_zone photo site_plan site_plan_description coordinates refund_until_days refund_percent published_at cancelled_at cancelled_reason deleted_at');
