-- The refunds whose VAT is still to be stored.
drop index concurrently if exists refunds_without_vat;
create index concurrently refunds_without_vat on refunds (payment_id) where vat_cents is null and done_at is not null;
