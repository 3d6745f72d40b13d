-- A closed month of the operator is no change of an organizer.
create or replace trigger closed_months_noted after insert on closed_months
  for each row when (new.organizer_id <> '' and current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'organizer_id', 'month');

create function note_operator_month() returns trigger language plpgsql as $$
begin
  perform note_changes('operator', null, null, null,
    jsonb_build_object('month', jsonb_build_object('from', null, 'to', new.month)));
  return null;
end $$;

create trigger operator_months_noted after insert on closed_months
  for each row when (new.organizer_id = '' and current_setting('festival.audit', true) <> '')
  execute function note_operator_month();
