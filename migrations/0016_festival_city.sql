-- The town of a festival, and the text in which all words about a festival are looked for.
alter table festivals add column city text;
alter table festivals add column search_text text;
comment on column festivals.search_text is
  'search names of the festival, its town, venue, region, address, places and country; null: a job writes it';

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
  if looks_new or (old.description, old.city, old.search_text)
    is distinct from (new.description, new.city, new.search_text) then
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
create or replace trigger festivals_changed
  after update of organizer_id, name, description, language, translations, venue, address, city, country, country_key, area,
    start_time, end_time, time_zone, photo, site_plan, site_plan_description, location, refund_until_days, refund_percent, published_at,
    moved_refund_until, cancelled_at, cancelled_reason, deleted_at, search_text on festivals
  for each row execute function festival_changed();

-- Printed by `npm run db:triggers`.
create or replace trigger festivals_noted
  AFTER INSERT OR UPDATE OF organizer_id, previous_edition_id, name, description, language, translations, venue, address, country, area, start_time, end_time, time_zone, photo, site_plan, site_plan_description, coordinates, refund_until_days, refund_percent, published_at, moved_refund_until, cancelled_at, cancelled_reason, deleted_at, city ON festivals
  FOR EACH ROW WHEN ((current_setting('festival.audit'::text, true) <> ''::text))
  EXECUTE FUNCTION note_row('festival', 'id', 'organizer_id previous_edition_id name description language translations venue address country area start_time end_time time_zone photo site_plan site_plan_description coordinates refund_until_days refund_percent published_at moved_refund_until cancelled_at cancelled_reason deleted_at city');
