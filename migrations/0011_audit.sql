-- What staff read: lists to choose from, who changed what, and what happens just now.

-- People and organizers are found by a part of their name, in the searchable form the service makes.
alter table users add column search_name text collate "C" not null default '';
update users set search_name = lower(first_name || ' ' || last_name);
create index users_by_search_name on users (search_name, id) where erased_at is null;
create index users_by_part_of_name on users using gin (search_name gin_trgm_ops) where erased_at is null;
alter table users add column last_sign_in_at timestamptz(3);

alter table organizers add column search_name text collate "C" not null default '';
update organizers set search_name = lower(name);
create index organizers_by_search_name on organizers (search_name, id);
create index organizers_by_part_of_name on organizers using gin (search_name gin_trgm_ops);

-- Staff look for what is rare: it has indexes of its own, which no sale of a ticket touches.
create index payments_besides_tickets on payments (payment_type, id) where payment_type <> 'ticket';
create index payments_besides_tickets_of_festival on payments (festival_id, id)
  where payment_type <> 'ticket';
create index payments_gone_wrong on payments (status, id)
  where status in ('failed', 'expired', 'refunding', 'refunded', 'partially_refunded');

-- Who changed what. Whoever changes something for somebody sets `festival.audit` in their transaction
-- (`transact` does, from the request); triggers write what that changes into one entry, so that no
-- change is without its entry, and no entry without its change. No foreign keys: it outlives all.
create table audit_log (
  id uuid primary key,
  at timestamptz(3) not null,
  actor text collate "C" not null,
  user_id uuid,
  client_id text collate "C",
  device_id uuid,
  action text collate "C" not null,
  entity_type text collate "C" not null,
  entity_id text collate "C",
  festival_id uuid,
  organizer_id text collate "C",
  changes jsonb not null,
  constraint audit_log_actor check (actor in ('user', 'device', 'client', 'system'))
);
comment on column audit_log.changes is 'by field: what it was, and what it is';
create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_by_actor on audit_log (user_id, at desc, id desc);
create index audit_log_by_action on audit_log (action, at desc, id desc);
create index audit_log_by_type on audit_log (entity_type, at desc, id desc);
create index audit_log_of_entity on audit_log (entity_id, at desc, id desc);
create index audit_log_watched on audit_log (at desc, id desc)
  where action in ('festival.create', 'festival.update', 'festival.cancel', 'festival.delete');
create index audit_log_watched_of_festival on audit_log (festival_id, at desc, id desc)
  where action in ('festival.create', 'festival.update', 'festival.cancel', 'festival.delete');

-- Of a field that changed twice only its beginning and its end count; numbers of rows add up.
create function joined_changes(earlier jsonb, later jsonb) returns jsonb language sql immutable as $$
  select earlier || later || coalesce(jsonb_object_agg(key,
    case when key ~ '\.(added|changed|removed)$'
         then jsonb_build_object('from', null, 'to', (earlier -> key ->> 'to')::int + (value ->> 'to')::int)
         else jsonb_build_object('from', earlier -> key -> 'from', 'to', value -> 'to') end), '{}')
  from jsonb_each(later) where earlier ? key
$$;

-- Adds to the entry of this transaction's change. Its triggers fire only where somebody said whose change
-- it is: whatever else is written, such as sales and imports, pays nothing for it.
create function note_changes(
  entity text, entity_id text, festival uuid, organizer text, changes jsonb
) returns void language plpgsql as $$
declare
  note jsonb := current_setting('festival.audit');
  is_of_entity boolean := entity = note ->> 'entity_type';
  prefix text := case when is_of_entity then '' else concat_ws('.', entity, entity_id, '') end;
begin
  if changes = '{}' then return; end if;
  insert into audit_log as e
  select (note ->> 'id')::uuid, (note ->> 'at')::timestamptz, note ->> 'actor',
         (note ->> 'user_id')::uuid, note ->> 'client_id', (note ->> 'device_id')::uuid,
         note ->> 'action', note ->> 'entity_type', case when is_of_entity then entity_id end,
         festival, organizer, jsonb_object_agg(prefix || key, value)
  from jsonb_each(changes)
  on conflict (id) do update
  set entity_id = coalesce(e.entity_id, excluded.entity_id),
      festival_id = coalesce(e.festival_id, excluded.festival_id),
      organizer_id = coalesce(e.organizer_id, excluded.organizer_id),
      changes = joined_changes(e.changes, excluded.changes);
end $$;

-- A row's change. Arguments: the kind of record; the column with its id; the fields, as columns, those
-- behind a `!` noted without what is in them; where the row is only a part of the record, what its
-- parts are called, and the column that tells them apart.
create function note_row() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  this jsonb := coalesce(after, before);
  part text := case when tg_nargs > 3 then concat(tg_argv[3], '.', this ->> tg_argv[4], '.') else '' end;
  festival uuid := this ->> 'festival_id';
  changes jsonb;
begin
  if tg_table_name = 'festivals' then festival := this ->> 'id'; end if;
  if tg_table_name = 'refunds' then
    select p.festival_id into festival from payments p where p.id = new.payment_id;
  end if;
  select jsonb_object_agg(
    part || ltrim(field, '!'),
    case when field like '!%' then '{"from": null, "to": null}'
         else jsonb_build_object('from', shown(before -> field), 'to', shown(after -> field)) end)
  into changes
  from unnest(string_to_array(tg_argv[2], ' ')) field
  where coalesce(before -> ltrim(field, '!'), 'null') <> coalesce(after -> ltrim(field, '!'), 'null');
  perform note_changes(tg_argv[0], this ->> tg_argv[1], festival,
    case when tg_table_name = 'organizers' then this ->> 'id' else this ->> 'organizer_id' end,
    coalesce(changes, '{}'));
  return null;
end $$;

-- A long text is cut: what matters is that it changed, and how it begins.
create function shown(value jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 200
              then to_jsonb(left(value #>> '{}', 200) || '…') else value end
$$;

-- How many rows a statement made, changed or took away, where one by one nobody would read them.
-- Arguments: the kind of record; the column with its id, of one record alone; what the rows are called.
create function note_rows() returns trigger language plpgsql as $$
declare
  verb text := case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'changed' else 'removed' end;
  rows integer;
  first jsonb;
  ids integer;
begin
  if tg_op = 'INSERT' then
    select count(*), min(to_jsonb(r)::text), count(distinct to_jsonb(r) -> tg_argv[1])
    into rows, first, ids from new_rows r;
  elsif tg_op = 'DELETE' then
    select count(*), min(to_jsonb(r)::text), count(distinct to_jsonb(r) -> tg_argv[1])
    into rows, first, ids from old_rows r;
  else
    select count(*), min(to_jsonb(n)::text), count(distinct to_jsonb(n) -> tg_argv[1])
    into rows, first, ids
    from new_rows n join old_rows o using (id) where to_jsonb(n) <> to_jsonb(o);
  end if;
  if rows = 0 then return null; end if;
  perform note_changes(tg_argv[0], case when ids = 1 then first ->> tg_argv[1] end,
    (first ->> 'festival_id')::uuid, null,
    jsonb_build_object(tg_argv[2] || '.' || verb, jsonb_build_object('from', null, 'to', rows)));
  return null;
end $$;

create trigger clients_noted after insert or delete or update of name, scopes, suspended_at on clients
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('client', 'id', 'name scopes suspended_at');
create trigger client_secrets_noted after insert or delete or update of ends_at on client_secrets
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('client', 'client_id', 'created_at ends_at', 'secrets', 'id');
create trigger users_noted after update of roles, permissions, suspended_at, erased_at, password_hash on users
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('user', 'id', 'roles permissions suspended_at erased_at !password_hash');
create trigger organizers_noted after insert or delete or update of name, description, photo on organizers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'id', 'name description photo');
create trigger organizer_managers_noted after insert or delete on organizer_managers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'organizer_id', 'user_id', 'managers', 'user_id');

create trigger artists_noted
  after delete or update of name, photo, bio, music_streaming, audio_sharing, video_sharing on artists
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('artist', 'id',
    'name photo bio music_streaming audio_sharing video_sharing');
create trigger artists_added after insert on artists referencing new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('artist', 'id', 'artists');
create trigger artist_genres_added after insert on artist_genres referencing new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('artist', 'artist_id', 'genres');
create trigger artist_genres_removed after delete on artist_genres referencing old table as old_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('artist', 'artist_id', 'genres');

create trigger festivals_noted
  after insert or update of organizer_id, name, description, venue, address, country, area, start_time,
    end_time, photo, coordinates, cancelled_at, deleted_at on festivals
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'id',
    'organizer_id name description venue address country area start_time end_time photo coordinates cancelled_at deleted_at');
create trigger tiers_noted
  after insert or delete or update of name, price_cents, quantity, start_time, end_time, valid_since,
    valid_until, archived_at on tiers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id',
    'name price_cents quantity start_time end_time valid_since valid_until archived_at', 'tickets', 'id');
create trigger gigs_added after insert on gigs referencing new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'gigs');
create trigger gigs_changed after update on gigs referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'gigs');
create trigger gigs_removed after delete on gigs referencing old table as old_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'gigs');
create trigger places_added after insert on places referencing new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'places');
create trigger places_changed after update on places referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'places');
create trigger places_removed after delete on places referencing old table as old_rows
  for each statement when (current_setting('festival.audit', true) <> '')
  execute function note_rows('festival', 'festival_id', 'places');

create trigger accommodations_noted
  after insert or delete or update of festival_id, name, type, description, price_cents, quantity,
    capacity, check_in, check_out, amenities, photo, archived_at on accommodations
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('accommodation', 'id',
    'festival_id name type description price_cents quantity capacity check_in check_out amenities photo archived_at');
create trigger subscriptions_noted
  after insert or delete or update of name, description, price_cents, duration, duration_type, archived_at
  on subscriptions
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('subscription', 'id',
    'name description price_cents duration duration_type archived_at');

create trigger reward_rules_noted
  after insert or delete or update of points, per, daily_cap, once_per_entity on reward_rules
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('rule', 'event_type', 'points per daily_cap once_per_entity');
create trigger badges_noted
  after insert or delete or update of name, description, photo, event_type, entity_type, target on badges
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('badge', 'id',
    'name description photo event_type entity_type target');
create trigger levels_noted after insert or delete or update of points, benefits on levels
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('ladder', '', 'points benefits', 'levels', 'level');
create trigger challenges_noted
  after insert or delete or update of name, description, points, starts_at, ends_at, max_claims, active,
    code_hash on challenges
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('challenge', 'id',
    'name description points starts_at ends_at max_claims active !code_hash');

create trigger refunds_noted after insert on refunds
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('payment', 'payment_id', 'amount_cents');
create trigger gate_staff_noted after insert or delete on gate_staff
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id', 'user_id', 'gate_staff', 'user_id');
create trigger gate_devices_noted after insert or update of name, ended_at on gate_devices
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('device', 'id', 'name ended_at');

-- What happens just now is read by its time: of all festivals for admins, of some for their managers.
-- A purchase writes into these indexes once, when it has succeeded.
alter table payment_events add column festival_id uuid;
update payment_events e set festival_id = p.festival_id from payments p where p.id = e.payment_id;
create index payment_events_watched on payment_events (created_at desc, payment_id desc, place desc)
  where status in ('succeeded', 'failed', 'refunding', 'refunded', 'partially_refunded');
create index payment_events_watched_of_festival
  on payment_events (festival_id, created_at desc, payment_id desc, place desc)
  where festival_id is not null
    and status in ('succeeded', 'failed', 'refunding', 'refunded', 'partially_refunded');
create index gate_scans_by_time on gate_scans (received_at desc, id desc);
create index gate_scans_of_festival on gate_scans (festival_id, received_at desc, id desc);
