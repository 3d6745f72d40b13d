-- Functions for JSON, the audit log, notices to processes, idempotency keys, photos and backups.
--
-- Text that is compared has a second column with its key, made by the service, because `lower()` depends on the locale of a
-- database. Keys, and all that is sorted, are in "C" order.

create extension if not exists pg_trgm;

-- A time as the API writes it.
create function json_time(at timestamptz) returns text language sql stable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function json_point(at point) returns json language sql stable parallel safe as $$
  select ('{"lat":' || at[1] || ',"lng":' || at[0] || '}')::json
$$;

create function json_coordinates(at point) returns json language sql stable parallel safe as $$
  select ('{"lat":' || at[1] || ',"lng":' || at[0]
    || ',"location":{"type":"Point","coordinates":[' || at[0] || ',' || at[1] || ']}}')::json
$$;

-- The first answer to a request with an Idempotency-Key, written in the transaction of what it created.
create table idempotency_keys (
  caller text not null,
  method text not null,
  path text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer text,
  created_at timestamptz(3) not null default now(),
  primary key (caller, method, path, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Who changed what. `transact` sets `festival.audit` in the transaction of a change; triggers merge all rows that it writes
-- into one entry. No foreign keys: entries outlive what they are about.
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

-- Cuts long texts: the audit log shows how they begin.
create function shown(value jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(value) = 'string' and length(value #>> '{}') > 200
              then to_jsonb(left(value #>> '{}', 200) || '…') else value end
$$;

-- Merges two changes of an entry: the first value before, the last value after, the sum of counts.
create function joined_changes(earlier jsonb, later jsonb) returns jsonb language sql immutable as $$
  select earlier || later || coalesce(jsonb_object_agg(key,
    case when key ~ '\.(added|changed|removed)$'
         then jsonb_build_object('from', null, 'to', (earlier -> key ->> 'to')::int + (value ->> 'to')::int)
         else jsonb_build_object('from', earlier -> key -> 'from', 'to', value -> 'to') end), '{}')
  from jsonb_each(later) where earlier ? key
$$;

-- Adds changes to the entry of this transaction.
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

-- Notes a row. Arguments: the kind of record; the column with its id; the columns to note, with `!` if their values are
-- secret; if the row is a part of the record, what such parts are called, and the column that identifies one.
create function note_row() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  this jsonb := coalesce(after, before);
  part text := case when tg_nargs > 3 then concat(tg_argv[3], '.', this ->> tg_argv[4], '.') else '' end;
  festival uuid := this ->> 'festival_id';
  changes jsonb;
begin
  if tg_table_name = 'festivals' then
    festival := this ->> 'id';
    if before ->> 'deleted_at' = 'infinity' then before := before - 'deleted_at'; end if;
    if after ->> 'deleted_at' = 'infinity' then after := after - 'deleted_at'; end if;
  end if;
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

-- Notes how many rows a statement has added, changed or removed. Arguments: the kind of record; the column with its id;
-- what the rows are called.
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

-- Notifies all processes, which cache answers, of changes when they commit, whoever makes them: a request, an import, psql.
-- A name is a kind and an id, such as `artist:…`, or a kind alone, such as `artists`: which there are, and in what order.
-- More than 400 names become `artist:*`.
create function tell_changes(names text[]) returns void language plpgsql as $$
declare
  told text[] := case when cardinality(names) <= 400 then array_remove(names, null) else array(
    select distinct split_part(name, ':', 1) || case when name like '%:%' then ':*' else '' end
    from unnest(names) name where name is not null) end;
  -- A notice has at most 8,000 bytes, and a name, such as that of a country, 420.
  most constant int := 15;
begin
  for part in 0 .. (cardinality(told) - 1) / most loop
    perform pg_notify('festival', json_build_object(
      'from', 'database', 'topic', 'catalogue', 'ids', told[part * most + 1 : part * most + most])::text);
  end loop;
end $$;

-- Notifies of the rows of a statement. Arguments: their kind and the column with their id, or '' for new rows, which no
-- answer contains yet; then other names.
create function tell_rows() returns trigger language plpgsql as $$
declare
  names text[] := string_to_array(tg_argv[2], ' ');
begin
  if not exists (select from changed_rows) then return null; end if;
  if tg_argv[0] <> '' then
    names := names || array(
      select distinct tg_argv[0] || ':' || (to_jsonb(r) ->> tg_argv[1]) from changed_rows r limit 401);
  end if;
  perform tell_changes(names);
  return null;
end $$;

-- Notifies processes, which cache tokens and rights, that those of a user or a festival have changed.
create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('festival', json_build_object(
    'from', 'database', 'topic', 'access',
    'ids', json_build_array(tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1])))::text);
  return null;
end $$;

-- Backups that `festival backup` has made, for `festival doctor`.
create table backups (
  id uuid primary key,
  -- The time of the snapshot.
  made_at timestamptz(3) not null,
  file text not null,
  bytes float8 not null,
  rows float8 not null,
  jobs integer not null,
  -- Null: photos are in a bucket, and not in the file.
  photos integer,
  with_key boolean not null
);

create table photo_folders (
  id uuid primary key,
  host text not null,
  seen_at timestamptz not null
);
comment on table photo_folders is
  'folders in which processes store photos; several at once, without a bucket, show each only its own';
