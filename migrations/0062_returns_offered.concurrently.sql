-- A returned ticket is offered to one person at a time.
drop index concurrently if exists waiting_entries_return_once;
create unique index concurrently waiting_entries_return_once on waiting_entries (return_id) where status = 'offered';
