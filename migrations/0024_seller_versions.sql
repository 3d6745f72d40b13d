-- What documents say of a seller, in each state that it had: a document has that of the moment of the sale.
create table seller_versions (
  organizer_id text collate "C" not null,
  valid_from timestamptz(3) not null,
  legal_name text,
  legal_address text,
  contact_email text,
  street text,
  postcode text,
  city text,
  country text,
  vat_id text,
  tax_number text,
  vat_scheme text not null,
  vat_note text,
  account_holder text,
  iban text,
  bic text,
  invoice_prefix text,
  primary key (organizer_id, valid_from)
);
comment on table seller_versions is 'stays when the organizer is deleted: its documents stay too';
comment on column seller_versions.organizer_id is 'empty: the operator, as the settings say';
comment on column seller_versions.valid_from is '-infinity: of the first version';

create function note_seller_version(seller text) returns void language plpgsql as $$
declare
  latest seller_versions;
  present seller_versions;
begin
  -- A concurrent change of the other table has either committed, and is read here, or waits for this one.
  perform from organizers where id = seller for no key update;
  select * into latest from seller_versions where organizer_id = seller order by valid_from desc limit 1;
  select o.id, latest.valid_from, o.legal_name, o.legal_address, o.contact_email, s.street, s.postcode, s.city, s.country,
         s.vat_id, s.tax_number, coalesce(s.vat_scheme, 'standard'), s.vat_note, s.account_holder, s.iban, s.bic, s.invoice_prefix
  into present
  from organizers o left join sellers s on s.organizer_id = o.id where o.id = seller;
  if present is not distinct from latest then return; end if;
  insert into seller_versions (organizer_id, valid_from, legal_name, legal_address, contact_email, street, postcode, city,
    country, vat_id, tax_number, vat_scheme, vat_note, account_holder, iban, bic, invoice_prefix)
  select present.organizer_id, case when latest.organizer_id is null then '-infinity' else clock_timestamp() end,
    present.legal_name, present.legal_address, present.contact_email, present.street, present.postcode, present.city,
    present.country, present.vat_id, present.tax_number, present.vat_scheme, present.vat_note, present.account_holder,
    present.iban, present.bic, present.invoice_prefix
  on conflict (organizer_id, valid_from) do update
  set legal_name = excluded.legal_name, legal_address = excluded.legal_address, contact_email = excluded.contact_email,
      street = excluded.street, postcode = excluded.postcode, city = excluded.city, country = excluded.country,
      vat_id = excluded.vat_id, tax_number = excluded.tax_number, vat_scheme = excluded.vat_scheme,
      vat_note = excluded.vat_note, account_holder = excluded.account_holder, iban = excluded.iban, bic = excluded.bic,
      invoice_prefix = excluded.invoice_prefix;
end $$;

create function note_seller_of_row() returns trigger language plpgsql as $$
begin
  perform note_seller_version(to_jsonb(new) ->> tg_argv[0]);
  return null;
end $$;
create trigger organizers_seller_version
  after insert or update of legal_name, legal_address, contact_email on organizers
  for each row execute function note_seller_of_row('id');
create trigger sellers_seller_version after insert or update on sellers
  for each row execute function note_seller_of_row('organizer_id');

insert into seller_versions (organizer_id, valid_from, legal_name, legal_address, contact_email, street, postcode, city,
  country, vat_id, tax_number, vat_scheme, vat_note, account_holder, iban, bic, invoice_prefix)
select o.id, '-infinity', o.legal_name, o.legal_address, o.contact_email, s.street, s.postcode, s.city, s.country, s.vat_id,
       s.tax_number, coalesce(s.vat_scheme, 'standard'), s.vat_note, s.account_holder, s.iban, s.bic, s.invoice_prefix
from organizers o left join sellers s on s.organizer_id = o.id;
