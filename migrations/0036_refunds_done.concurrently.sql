-- What was given back on a day, at all festivals.
drop index concurrently if exists refunds_done;
create index concurrently refunds_done on refunds (done_at) include (payment_id, amount_cents) where done_at is not null;
