-- What a person has bought with a code, and which payments a code has.
drop index concurrently if exists payments_with_voucher;
create index concurrently payments_with_voucher on payments (voucher_code_id, user_id)
  where voucher_code_id is not null;

-- What vouchers took off, by festival and day: few of all payments.
drop index concurrently if exists payments_with_discount;
create index concurrently payments_with_discount on payments (festival_id, created_at)
  include (payment_type, entity_id, status, discount_cents) where discount_cents > 0;
