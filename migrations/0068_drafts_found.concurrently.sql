-- Drafts are few: lists of what a user may change read them here, beside the published ones.
drop index concurrently if exists festivals_drafts;
create index concurrently festivals_drafts on festivals (organizer_id, start_time, id) where deleted_at = 'infinity';
