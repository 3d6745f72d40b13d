-- Who answers for a gate device. Its token is good while they may manage the gate of its festival, and until a week
-- after that has ended (src/platform/holders.ts). Devices of before have nobody, and the week alone.
alter table gate_devices add column created_by uuid;
alter table gate_devices add constraint gate_devices_created_by_fkey
  foreign key (created_by) references users not valid;

create or replace trigger gate_devices_noted after insert or update of name, ended_at, created_by on gate_devices
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('device', 'id', 'name ended_at created_by');

-- What is remembered of tokens is forgotten when this changes: by whoever, on every process.
create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('festival', json_build_object(
    'from', 'database', 'topic', 'access',
    'ids', json_build_array(tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1])))::text);
  return null;
end $$;

create trigger organizer_managers_told_gone after delete on organizer_managers
  for each row execute function tell_access('user', 'user_id');
create trigger festivals_told_to_gates after update of end_time, organizer_id on festivals
  for each row when (old.end_time is distinct from new.end_time
                     or old.organizer_id is distinct from new.organizer_id)
  execute function tell_access('festival', 'id');
