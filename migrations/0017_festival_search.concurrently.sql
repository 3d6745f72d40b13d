-- Words about a festival. Until the job has written its text, the festival is found by its name.
drop index concurrently if exists festivals_by_part_of_text;
create index concurrently festivals_by_part_of_text on festivals
  using gin (coalesce(search_text, search_name) gin_trgm_ops) where deleted_at is null;
-- Festivals of before, for the job; later it is empty.
drop index concurrently if exists festivals_without_search_text;
create index concurrently festivals_without_search_text on festivals (id) where search_text is null;
