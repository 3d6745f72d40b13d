-- Events of clients that did not count, to delete them by their age.
drop index concurrently if exists reward_events_uncounted;
create index concurrently reward_events_uncounted on reward_events (created_at) where not counted and source is null;
