-- A whole festival as the API answers it, as JSON text, and as the map shows it, but for its rank: that
-- changes every five minutes, and is put in when it is read. A document is right, or null: whatever it
-- shows changes, it becomes null in the same transaction. Then it is built when it is read, until somebody
-- writes it.
create table festival_documents (
  festival_id uuid primary key references festivals on delete cascade,
  body text,
  light text,
  constraint festival_documents_absent_or_whole check ((body is null) = (light is null))
);
comment on column festival_documents.body is 'null: to be written again';
comment on column festival_documents.light is 'its nine fields on the map; null with the body';
create index festival_documents_missing on festival_documents (festival_id) where body is null;
do $$ begin
  alter table festival_documents alter column body set compression lz4;
exception when feature_not_supported then null;
end $$;
insert into festival_documents select id from festivals where deleted_at is null;

-- A box of the map is sorted out of the index alone.
drop index festivals_by_location;
create index festivals_by_location on festivals using gist (location)
  include (rank, start_time, id, end_time, country_key) where deleted_at is null;
create index festivals_by_end on festivals (end_time) where deleted_at is null;

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

-- In PL/pgSQL, which plans it once a connection. `row_to_json` leaves no blanks.
create function festival_document(festival uuid) returns text language plpgsql stable parallel safe as $$
begin
  return (select row_to_json(whole) from (
    select f.id, f.name, f.photo, f.venue, f.country,
           json_coordinates(f.location) as coordinates,
           json_time(f.start_time) as start_time, json_time(f.end_time) as end_time,
           f.description, f.address, f.area, row_to_json(o) as organizer,
           json_time(f.cancelled_at) as cancelled_at,
           array(
             select row_to_json(r) from (
               select g.id, row_to_json(a) as artist, g.place_id,
                      json_time(g.start_time) as start_time, json_time(g.end_time) as end_time
               from gigs g left join (select id, name from artists) a on a.id = g.artist_id
               where g.festival_id = f.id order by g.start_time, g.id
             ) r) as gigs,
           array(
             select row_to_json(r) from (
               select p.id, p.name, p.type, json_point(p.coordinates) as coordinates
               from places p where p.festival_id = f.id order by p.position, p.id
             ) r) as places,
           array(
             select row_to_json(r) from (
               select t.id, t.name, trim_scale(t.price_cents / 100.0) as price, t.quantity,
                      json_time(t.start_time) as start_time, json_time(t.end_time) as end_time,
                      json_time(t.valid_since) as valid_since, json_time(t.valid_until) as valid_until,
                      t.festival_id
               from tiers t where t.festival_id = f.id and t.archived_at is null
               order by t.position, t.id
             ) r) as tickets
    from festivals f join (select id, name from organizers) o on o.id = f.organizer_id
    where f.id = festival
  ) whole);
end $$;

create function festival_light(festival uuid) returns text language plpgsql stable parallel safe as $$
begin
  return (select row_to_json(light) from (
    select f.id, f.name, f.photo, f.venue, f.country, json_coordinates(f.location) as coordinates,
           json_time(f.start_time) as start_time, json_time(f.end_time) as end_time
    from festivals f where f.id = festival
  ) light);
end $$;

-- Holds the names these festivals show, and those of further artists and organizers, until the commit:
-- whoever renames one of them comes before or after. Artists first, then organizers, each by id, then
-- documents: all who take several take them in this order.
create function hold_names(festivals uuid[], artists uuid[], organizers text[])
returns void language plpgsql as $$
begin
  perform from artists a where a.id = any (artists || array(
    select g.artist_id from gigs g where g.festival_id = any (festivals))) order by a.id for share;
  perform from organizers o where o.id = any (organizers || array(
    select f.organizer_id from festivals f where f.id = any (festivals))) order by o.id for share;
end $$;

-- Documents that are no longer right. They are held even where they are null already: who writes one
-- meanwhile would not see this change.
create function forget_festival_documents(festivals uuid[]) returns void language plpgsql as $$
begin
  perform from festival_documents where festival_id = any (festivals) order by festival_id for update;
  update festival_documents set body = null, light = null
  where festival_id = any (festivals) and body is not null;
end $$;

-- Each statement sees what was committed while the one before it waited.
create function write_festival_documents(festivals uuid[]) returns void language plpgsql as $$
begin
  insert into festival_documents
  select id from festivals where id = any ($1) and deleted_at is null order by id
  on conflict do nothing;
  perform from festival_documents where festival_id = any (festivals) order by festival_id for update;
  perform hold_names(festivals, '{}', '{}');
  update festival_documents
  set body = festival_document(festival_id), light = festival_light(festival_id)
  where festival_id = any (festivals);
end $$;

-- For a name that has changed: what is null stays null, and many become null. The others were written
-- while all they show was held, so whoever renames something else comes here too.
create function rename_in_festival_documents(festivals uuid[]) returns void language plpgsql as $$
begin
  if cardinality(festivals) > 200 then
    perform forget_festival_documents(festivals);
  else
    perform from festival_documents where festival_id = any (festivals) order by festival_id for update;
    update festival_documents set body = festival_document(festival_id)
    where festival_id = any (festivals) and body is not null;
  end if;
end $$;

-- What an answer shows has these names: 'festival:…' is a festival with all it holds; 'festivals',
-- 'festivals:country:…' and 'festivals:organizer:…' which there are, and in what order; 'map' and
-- 'map:…:…' what lies in a cell of five by five degrees, and how it is shown there; 'gigs',
-- 'gigs:2027-07' and 'gigs:artist:…' gigs, in what order, and how they are shown.
create function list_names(f festivals) returns text[] language sql immutable as $$
  select array['festivals', 'festivals:country:' || f.country_key, 'festivals:organizer:' || f.organizer_id]
$$;

create function map_names(at point) returns text[] language sql immutable as $$
  select array['map',
    'map:' || floor((at[1] + 90) / 5)::int || ':' || floor((at[0] + 180) / 5)::int]
$$;

create function month_name(at timestamptz) returns text language sql stable as $$
  select 'gigs:' || to_char(at at time zone 'UTC', 'YYYY-MM')
$$;

-- A slot still to be announced counts to the month in which its festival starts.
create function gig_names(g gigs, starts timestamptz) returns text[] language sql stable as $$
  select array['gigs', month_name(coalesce(g.start_time, starts)), 'gigs:artist:' || g.artist_id]
$$;

-- Row by row and for these columns alone, so that ranks pay nothing for it. A transaction that changes
-- hundreds of festivals tells of all.
create function festival_changed() returns trigger language plpgsql as $$
declare
  changed int := coalesce(nullif(current_setting('festival.changed', true), '')::int, 0) + 1;
  is_moved boolean := (old.start_time, old.end_time, old.country_key, old.organizer_id, old.deleted_at)
    is distinct from (new.start_time, new.end_time, new.country_key, new.organizer_id, new.deleted_at);
  looks_new boolean := is_moved or (old.name, old.photo, old.venue, old.country)
    is distinct from (new.name, new.photo, new.venue, new.country);
  names text[] := array['festival:' || new.id];
begin
  perform set_config('festival.changed', changed::text, true);
  perform forget_festival_documents(array[new.id]);
  if new.deleted_at is not null then
    delete from festival_documents where festival_id = new.id;
  elsif old.deleted_at is not null then
    insert into festival_documents values (new.id);
  end if;
  if changed > 400 then
    perform tell_changes('{festival:*,festivals,festivals:*,map,map:*,gigs,gigs:*,search}');
    return null;
  end if;
  if is_moved then
    names := names || list_names(old) || list_names(new);
  end if;
  if looks_new or old.location::text is distinct from new.location::text then
    names := names || map_names(old.location) || map_names(new.location);
  end if;
  if looks_new or old.description is distinct from new.description then
    names := names || array['search'];
  end if;
  if looks_new then
    names := names || array['gigs', month_name(old.start_time), month_name(new.start_time)] || array(
      select distinct unnest(gig_names(g, new.start_time)) from gigs g where g.festival_id = new.id
      limit 401);
  end if;
  perform tell_changes(array_remove(names, null));
  return null;
end $$;
create trigger festivals_changed
  after update of organizer_id, name, description, venue, address, country, country_key, area,
    start_time, end_time, photo, location, cancelled_at, deleted_at on festivals
  for each row execute function festival_changed();

-- Of a statement, as those below: `changed_rows` are new ones, and those that were.
create function festivals_came_or_went() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into festival_documents select id from changed_rows where deleted_at is null;
  end if;
  perform tell_changes(names) from (
    select array_agg(distinct told) as names
    from changed_rows f, unnest(list_names(f) || map_names(f.location)
      || array['festival:' || f.id, month_name(f.start_time), 'search']) told
    where told is not null
  ) n where names is not null;
  return null;
end $$;
create trigger festivals_came after insert on festivals referencing new table as changed_rows
  for each statement execute function festivals_came_or_went();
create trigger festivals_went after delete on festivals referencing old table as changed_rows
  for each statement execute function festivals_came_or_went();

create function gigs_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct festival_id from changed_rows);
begin
  if festivals = '{}' then return null; end if;
  perform forget_festival_documents(festivals);
  perform tell_changes(array['gigs'] || array(
    select 'festival:' || id from unnest(festivals) id limit 401) || array(
    select distinct told
    from changed_rows g left join festivals f on f.id = g.festival_id, unnest(gig_names(g, f.start_time)) told
    where told is not null limit 401));
  return null;
end $$;
create trigger gigs_came after insert on gigs referencing new table as changed_rows
  for each statement execute function gigs_changed();
create trigger gigs_were after update on gigs referencing old table as changed_rows
  for each statement execute function gigs_changed();
create trigger gigs_are after update on gigs referencing new table as changed_rows
  for each statement execute function gigs_changed();
create trigger gigs_went after delete on gigs referencing old table as changed_rows
  for each statement execute function gigs_changed();

create function places_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct festival_id from changed_rows);
begin
  if festivals = '{}' then return null; end if;
  perform forget_festival_documents(festivals);
  perform tell_changes(array(
    select 'festival:' || id from unnest(festivals) id limit 401) || array(
    select distinct told
    from changed_rows p join gigs g on g.place_id = p.id join festivals f on f.id = g.festival_id,
         unnest(gig_names(g, f.start_time)) told
    where told is not null limit 401));
  return null;
end $$;
create trigger places_came after insert on places referencing new table as changed_rows
  for each statement execute function places_changed();
create trigger places_were after update on places referencing old table as changed_rows
  for each statement execute function places_changed();
create trigger places_are after update on places referencing new table as changed_rows
  for each statement execute function places_changed();
create trigger places_went after delete on places referencing old table as changed_rows
  for each statement execute function places_changed();

-- Row by row and for these columns alone, so that a purchase pays nothing for it.
create function tier_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct unnest(array[old.festival_id, new.festival_id]));
begin
  festivals := array_remove(festivals, null);
  perform forget_festival_documents(festivals);
  perform tell_changes(array(select 'festival:' || id from unnest(festivals) id));
  return null;
end $$;
create trigger tiers_changed
  after insert or delete or update of festival_id, name, price_cents, quantity, start_time, end_time,
    valid_since, valid_until, archived_at, position on tiers
  for each row execute function tier_changed();

-- An artist who is deleted leaves their gigs, which tells of itself.
create function artist_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct festival_id from gigs where artist_id = new.id);
  names text[] := array['gigs', 'gigs:artist:' || new.id] || array(
    select distinct month_name(coalesce(g.start_time, f.start_time))
    from gigs g join festivals f on f.id = g.festival_id where g.artist_id = new.id);
begin
  if old.name <> new.name then
    perform rename_in_festival_documents(festivals);
    names := names || array(select 'festival:' || id from unnest(festivals) id limit 401);
  end if;
  perform tell_changes(names);
  return null;
end $$;
create trigger artists_changed after update of name, photo on artists
  for each row when ((old.name, old.photo) is distinct from (new.name, new.photo))
  execute function artist_changed();

create function organizer_renamed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(
    select id from festivals where organizer_id = new.id and deleted_at is null);
begin
  perform rename_in_festival_documents(festivals);
  perform tell_changes(array(select 'festival:' || id from unnest(festivals) id limit 401));
  return null;
end $$;
create trigger organizers_renamed after update of name on organizers
  for each row when (old.name <> new.name) execute function organizer_renamed();
