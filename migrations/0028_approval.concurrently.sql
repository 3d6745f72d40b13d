-- Organizers that wait for approval, in the order of the list.
drop index concurrently if exists organizers_waiting;
create index concurrently organizers_waiting on organizers (name, id) where approved_at is null;
