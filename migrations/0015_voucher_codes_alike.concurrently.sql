-- Finds the codes of vouchers that look like a typed one: O like 0, I and L like 1.
drop index concurrently if exists voucher_codes_alike;
create index concurrently voucher_codes_alike on voucher_codes (translate(code_key, 'OIL', '011'), festival_id);
