-- What a person has bought with a code, and which payments a code has.
drop index concurrently if exists payments_with_voucher;
create index concurrently payments_with_voucher on payments (voucher_code_id, user_id)
  where voucher_code_id is not null;
