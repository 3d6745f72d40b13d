-- Festivals that are on at a moment: between two indexes of starts and of ends lie all that are over, or to come.
drop index concurrently if exists festivals_running;
create index concurrently festivals_running on festivals using gist (tstzrange(start_time, end_time, '[]')) where deleted_at is null;
