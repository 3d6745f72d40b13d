drop index concurrently if exists payments_of_lease;
create index concurrently payments_of_lease on payments (lease_id) where lease_id is not null;
