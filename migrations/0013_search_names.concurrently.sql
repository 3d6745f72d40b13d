-- Search names in the form of an earlier version, for the jobs that write them anew; later these indexes are empty.
drop index concurrently if exists artists_of_former_search_name;
create index concurrently artists_of_former_search_name on artists (id)
  where strpos(search_name, E'\t ') = 0;
drop index concurrently if exists genres_of_former_search_name;
create index concurrently genres_of_former_search_name on genres (id)
  where strpos(search_name, E'\t ') = 0;
drop index concurrently if exists organizers_of_former_search_name;
create index concurrently organizers_of_former_search_name on organizers (id)
  where strpos(search_name, E'\t ') = 0;
drop index concurrently if exists users_of_former_search_name;
create index concurrently users_of_former_search_name on users (id)
  where search_name <> '' and strpos(search_name, E'\t ') = 0;
drop index concurrently if exists festivals_of_former_search_name;
create index concurrently festivals_of_former_search_name on festivals (id)
  where strpos(search_name, E'\t ') = 0;

-- Names by their joined words: the same name in another spelling, or with a typing error.
drop index concurrently if exists artists_by_joined_name;
create index concurrently artists_by_joined_name on artists (split_part(search_name, E'\t ', 2));
drop index concurrently if exists genres_by_joined_name;
create index concurrently genres_by_joined_name on genres (split_part(search_name, E'\t ', 2));
drop index concurrently if exists festivals_by_joined_name;
create index concurrently festivals_by_joined_name on festivals (split_part(search_name, E'\t ', 2)) where deleted_at is null;
