-- What is shown of the catalogue is remembered by every process until it changes. The database itself
-- says what changed, when it commits, so that every writer is heard: a request, an import, psql. A name
-- is a kind and an id, such as 'artist:…', or the kind alone, such as 'artists': which there are, and in
-- what order. Hundreds at once become 'artist:*'.
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

-- Of a statement. Arguments: the kind its rows change and the column with its id, '' for new ones, which
-- nobody has seen yet; then the other names.
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

create trigger artists_told_new after insert on artists referencing new table as changed_rows
  for each statement execute function tell_rows('', '', 'artists search');
create trigger artists_told after update on artists referencing new table as changed_rows
  for each statement execute function tell_rows('artist', 'id', 'artists search');
create trigger artists_told_gone after delete on artists referencing old table as changed_rows
  for each statement execute function tell_rows('artist', 'id', 'artists search');
create trigger artist_genres_told_new after insert on artist_genres referencing new table as changed_rows
  for each statement execute function tell_rows('artist', 'artist_id', 'artists search');
create trigger artist_genres_told_gone after delete on artist_genres referencing old table as changed_rows
  for each statement execute function tell_rows('artist', 'artist_id', 'artists search');
create trigger genres_told_new after insert on genres referencing new table as changed_rows
  for each statement execute function tell_rows('', '', 'genres search');
create trigger genres_told after update on genres referencing new table as changed_rows
  for each statement execute function tell_rows('', '', 'genres artist:* search');
create trigger genres_told_gone after delete on genres referencing old table as changed_rows
  for each statement execute function tell_rows('', '', 'genres search');
create trigger subscriptions_told_new after insert on subscriptions referencing new table as changed_rows
  for each statement execute function tell_rows('', '', 'subscriptions');
create trigger subscriptions_told after update on subscriptions referencing new table as changed_rows
  for each statement execute function tell_rows('subscription', 'id', 'subscriptions');
create trigger subscriptions_told_gone after delete on subscriptions referencing old table as changed_rows
  for each statement execute function tell_rows('subscription', 'id', 'subscriptions');
