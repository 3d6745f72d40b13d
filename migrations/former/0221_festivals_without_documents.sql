-- The functions of triggers that wrote to festival_documents, which nothing reads, without that.

create or replace function festival_changed() returns trigger language plpgsql as $$
declare
  changed int := coalesce(nullif(current_setting('festival.changed', true), '')::int, 0) + 1;
  is_moved boolean := (old.start_time, old.end_time, old.country_key, old.organizer_id, old.deleted_at)
    is distinct from (new.start_time, new.end_time, new.country_key, new.organizer_id, new.deleted_at);
  looks_new boolean := is_moved or (old.name, old.photo, old.venue, old.country)
    is distinct from (new.name, new.photo, new.venue, new.country);
  names text[] := array['festival:' || new.id];
begin
  perform set_config('festival.changed', changed::text, true);
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

create or replace function gigs_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct festival_id from changed_rows);
begin
  if festivals = '{}' then return null; end if;
  perform tell_changes(array['gigs'] || array(
    select 'festival:' || id from unnest(festivals) id limit 401) || array(
    select distinct told
    from changed_rows g left join festivals f on f.id = g.festival_id, unnest(gig_names(g, f.start_time)) told
    where told is not null limit 401));
  return null;
end $$;

create or replace function places_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct festival_id from changed_rows);
begin
  if festivals = '{}' then return null; end if;
  perform tell_changes(array(
    select 'festival:' || id from unnest(festivals) id limit 401) || array(
    select distinct told
    from changed_rows p join gigs g on g.place_id = p.id join festivals f on f.id = g.festival_id,
         unnest(gig_names(g, f.start_time)) told
    where told is not null limit 401));
  return null;
end $$;

create or replace function tier_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct unnest(array[old.festival_id, new.festival_id]));
begin
  festivals := array_remove(festivals, null);
  perform tell_changes(array(select 'festival:' || id from unnest(festivals) id));
  return null;
end $$;

create or replace function artist_changed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(select distinct festival_id from gigs where artist_id = new.id);
  names text[] := array['gigs', 'gigs:artist:' || new.id] || array(
    select distinct month_name(coalesce(g.start_time, f.start_time))
    from gigs g join festivals f on f.id = g.festival_id where g.artist_id = new.id);
begin
  if old.name <> new.name then
    names := names || array(select 'festival:' || id from unnest(festivals) id limit 401);
  end if;
  perform tell_changes(names);
  return null;
end $$;

create or replace function organizer_renamed() returns trigger language plpgsql as $$
declare
  festivals uuid[] := array(
    select id from festivals where organizer_id = new.id and deleted_at is null);
begin
  perform tell_changes(array(select 'festival:' || id from unnest(festivals) id limit 401));
  return null;
end $$;
