-- What invoices and transfers say of an organizer.
create table sellers (
  organizer_id text collate "C" primary key references organizers on delete cascade,
  street text,
  postcode text,
  city text,
  country text,
  vat_id text,
  tax_number text,
  vat_scheme text not null default 'standard',
  vat_note text,
  account_holder text,
  iban text,
  bic text,
  invoice_prefix text,
  constraint sellers_vat_scheme check (vat_scheme in ('standard', 'exempt'))
);
comment on column sellers.country is 'ISO 3166-1';
comment on column sellers.vat_note is 'the sentence of an exempt seller';

create trigger sellers_noted
  after insert or update of street, postcode, city, country, vat_id, tax_number, vat_scheme, vat_note, account_holder, iban, bic, invoice_prefix on sellers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'organizer_id', 'street postcode city country vat_id tax_number vat_scheme vat_note account_holder iban bic invoice_prefix');
