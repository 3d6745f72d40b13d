-- Festivals are read from their tables: festival_documents is no longer written. The version before still reads
-- it and calls the functions that write it, so table and functions stay for now; documents that are stored
-- remain right until their festival changes, and go then. A later version drops all of it.
comment on table festival_documents is 'no longer written; a later version drops it';

create or replace function forget_festival_documents(festivals uuid[]) returns void language plpgsql as $$
begin
  perform from festival_documents where festival_id = any (festivals) order by festival_id for update;
  if found then
    delete from festival_documents where festival_id = any (festivals);
  end if;
end $$;

create or replace function write_festival_documents(festivals uuid[]) returns void language sql as $$
$$;

create or replace function rename_in_festival_documents(festivals uuid[]) returns void language sql as $$
  select forget_festival_documents(festivals)
$$;

create or replace function festivals_came_or_went() returns trigger language plpgsql as $$
begin
  perform tell_changes(names) from (
    select array_agg(distinct told) as names
    from changed_rows f, unnest(list_names(f) || map_names(f.location)
      || array['festival:' || f.id, month_name(f.start_time), 'search']) told
    where told is not null
  ) n where names is not null;
  return null;
end $$;
