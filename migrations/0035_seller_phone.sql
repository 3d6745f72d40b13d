-- The telephone number of a seller: XRechnung requires it.
alter table sellers add column contact_phone text;
alter table seller_versions add column contact_phone text;

create or replace trigger sellers_noted
  after insert or update of street, postcode, city, country, vat_id, tax_number, vat_scheme, vat_note, account_holder, iban, bic, invoice_prefix, contact_phone on sellers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'organizer_id', 'street postcode city country vat_id tax_number vat_scheme vat_note account_holder iban bic invoice_prefix contact_phone');

create or replace function note_seller_version(seller text) returns void language plpgsql as $$
declare
  latest seller_versions;
  present seller_versions;
begin
  -- A concurrent change of the other table has either committed, and is read here, or waits for this one.
  perform from organizers where id = seller for no key update;
  select * into latest from seller_versions where organizer_id = seller order by valid_from desc limit 1;
  select o.id, latest.valid_from, o.legal_name, o.legal_address, o.contact_email, s.street, s.postcode, s.city, s.country,
         s.vat_id, s.tax_number, coalesce(s.vat_scheme, 'standard'), s.vat_note, s.account_holder, s.iban, s.bic, s.invoice_prefix,
         s.contact_phone
  into present
  from organizers o left join sellers s on s.organizer_id = o.id where o.id = seller;
  if present is not distinct from latest then return; end if;
  insert into seller_versions (organizer_id, valid_from, legal_name, legal_address, contact_email, street, postcode, city,
    country, vat_id, tax_number, vat_scheme, vat_note, account_holder, iban, bic, invoice_prefix, contact_phone)
  select present.organizer_id, case when latest.organizer_id is null then '-infinity' else clock_timestamp() end,
    present.legal_name, present.legal_address, present.contact_email, present.street, present.postcode, present.city,
    present.country, present.vat_id, present.tax_number, present.vat_scheme, present.vat_note, present.account_holder,
    present.iban, present.bic, present.invoice_prefix, present.contact_phone
  on conflict (organizer_id, valid_from) do update
  set legal_name = excluded.legal_name, legal_address = excluded.legal_address, contact_email = excluded.contact_email,
      street = excluded.street, postcode = excluded.postcode, city = excluded.city, country = excluded.country,
      vat_id = excluded.vat_id, tax_number = excluded.tax_number, vat_scheme = excluded.vat_scheme,
      vat_note = excluded.vat_note, account_holder = excluded.account_holder, iban = excluded.iban, bic = excluded.bic,
      invoice_prefix = excluded.invoice_prefix, contact_phone = excluded.contact_phone;
end $$;
