-- The payments whose VAT is still to be stored.
drop index concurrently if exists payments_without_vat;
create index concurrently payments_without_vat on payments (id)
  where vat_cents is null and status in ('succeeded', 'partially_refunded', 'refunding', 'refunded');
