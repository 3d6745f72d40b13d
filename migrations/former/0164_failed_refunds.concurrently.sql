-- Refunds that failed after they were done, for the reports of the day on which they did.
drop index concurrently if exists refunds_failed;
create index concurrently refunds_failed on refunds (refused_at) include (payment_id, amount_cents) where done_at is not null and refused_at is not null;
