-- Bank transfers: what buyers owe and have paid by one, and what goes back by one.
create table bank_charges (
  key uuid primary key,
  cents integer not null,
  is_cancelled boolean not null default false,
  paid_at timestamptz(3),
  payer_name text,
  payer_iban text,
  constraint bank_charges_money check (cents > 0),
  constraint bank_charges_paid_or_cancelled check (paid_at is null or not is_cancelled)
);
comment on column bank_charges.key is 'of the charge, as at any processor: the attempt to pay an order';
comment on column bank_charges.paid_at is 'when an entry of a statement was booked on it; null: no money has come';
comment on column bank_charges.payer_iban is 'where a refund goes; null: the statement names no account';

create table bank_refunds (
  key uuid primary key,
  charge uuid references bank_charges,
  cents integer not null,
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  refused text,
  constraint bank_refunds_money check (cents > 0)
);
comment on column bank_refunds.key is 'of the refund; without its dashes it is the EndToEndId of the transfer';
comment on column bank_refunds.charge is 'null: it belongs to no charge';
comment on column bank_refunds.done_at is 'when a statement showed that it had left the account';
comment on column bank_refunds.refused is 'why it cannot be transferred, or came back';
create index bank_refunds_of_charge on bank_refunds (charge);
