-- How many tickets a manager has offered in a day.
drop index concurrently if exists ticket_transfers_offered_by;
create index concurrently ticket_transfers_offered_by on ticket_transfers (offered_by, created_at)
  where offered_by is not null;
