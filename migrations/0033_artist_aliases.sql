-- Artists that were merged into another one. That one is answered for the old id, and takes what is imported
-- for the old `source`.
create table artist_aliases (
  id uuid primary key,
  artist_id uuid not null references artists on delete cascade,
  name text collate "C" not null,
  source text collate "C",
  merged_at timestamptz(3) not null,
  constraint artist_aliases_source_unique unique (source)
);
comment on table artist_aliases is 'ids of merged artists; artist_id is the one that was kept';
create index artist_aliases_of_artist on artist_aliases (artist_id);

create trigger artist_aliases_noted after insert on artist_aliases
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('artist', 'artist_id', 'name', 'merged', 'id');
-- The gigs that were answered for the old id. Where it had none, nothing else tells that there are some now.
create trigger artist_aliases_told after insert on artist_aliases
  referencing new table as changed_rows
  for each statement execute function tell_rows('gigs:artist', 'id', '');
