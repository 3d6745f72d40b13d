-- Staff rehearse a queue beside the real one: all that follows a sale passes it over, since it counts as cancelled.
drop index concurrently if exists queue_rehearsal_of_festival;
create unique index concurrently queue_rehearsal_of_festival on queues (festival_id) where cancelled_at = 'infinity';
