-- The buyer that the documents of an order name. Orders without details have no row: their buyer is named by name or e-mail.
create table order_billing (
  order_id uuid primary key references orders on delete cascade,
  company text,
  name text,
  street text,
  postcode text,
  city text,
  country text,
  vat_id text,
  order_reference text,
  leitweg_id text,
  changed_at timestamptz(3) not null
);
comment on table order_billing is 'stays when its buyer is erased, if the order is paid with an amount: its documents stay too';
comment on column order_billing.name is 'of a person';
comment on column order_billing.country is 'ISO 3166-1';
comment on column order_billing.changed_at is 'when it was given, or changed last';

-- Erasing a buyer removes the details that no document needs.
create function let_go_of_erased_billing() returns trigger language plpgsql as $$
begin
  delete from order_billing b using orders o
  where o.user_id = new.id and b.order_id = o.id and (o.status <> 'succeeded' or o.amount_cents = 0);
  return null;
end $$;
create trigger users_erased_with_billing after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_billing();
