-- What the calendar of gigs asks for stands at the gig: the country of its festival, and, while it is
-- still to be announced, between when and when it is to be expected. Triggers keep it right, so that
-- every list is one walk along one index. Of a deleted festival nothing is expected.
alter table gigs
  add column country_key text collate "C",
  add column expected_from timestamptz(3),
  add column expected_until timestamptz(3);
comment on column gigs.country_key is 'that of its festival';
comment on column gigs.expected_from is 'without a start_time: when its festival starts';
comment on column gigs.expected_until is 'without a start_time: when its festival ends';

-- The festival is held until the commit: else one that changes beside it left its old values for ever.
create function place_gig() returns trigger language plpgsql as $$
declare
  festival record;
begin
  select country_key, start_time, end_time into festival
  from festivals where id = new.festival_id and deleted_at is null for share;
  new.country_key := festival.country_key;
  new.expected_from := case when new.start_time is null then festival.start_time end;
  new.expected_until := case when new.start_time is null then festival.end_time end;
  return new;
end $$;
create trigger gigs_placed before insert or update of festival_id, start_time on gigs
  for each row execute function place_gig();

create function place_gigs_of_festival() returns trigger language plpgsql as $$
begin
  -- Any column that the trigger above hangs on makes it look again.
  update gigs set start_time = start_time
  where festival_id = new.id
    and (start_time is null or old.country_key is distinct from new.country_key
         or old.deleted_at is distinct from new.deleted_at);
  return null;
end $$;
create trigger festivals_place_gigs
  after update of country_key, start_time, end_time, deleted_at on festivals
  for each row when ((old.country_key, old.start_time, old.end_time, old.deleted_at)
    is distinct from (new.country_key, new.start_time, new.end_time, new.deleted_at))
  execute function place_gigs_of_festival();

update gigs set start_time = start_time;

drop index gigs_by_start, gigs_by_artist, gigs_to_be_announced;
create index gigs_by_start on gigs (start_time, id) include (artist_id, expected_until);
create index gigs_by_country on gigs (country_key, start_time, id) include (artist_id, expected_from, expected_until);
create index gigs_by_artist on gigs (artist_id, start_time, id) include (festival_id, country_key, expected_from, expected_until);
create index gigs_to_be_announced on gigs (expected_until, id) include (artist_id) where start_time is null;
create index gigs_to_be_announced_by_month on gigs (expected_from, id) include (artist_id, country_key) where start_time is null;
