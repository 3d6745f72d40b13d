-- A mail of an order that was asked for again, by whose id it is sent; the address is a hash, by which they are counted.
create table order_mails (
  id uuid primary key,
  order_id uuid not null references orders,
  address bytea not null,
  asked_at timestamptz(3) not null
);
create index order_mails_to_address on order_mails (address, asked_at);
create index order_mails_by_time on order_mails (asked_at);

-- What was given back at once is told at once.
alter table refunds add column request_id uuid;
comment on column refunds.request_id is 'the same for all that was asked for at once; null: nothing else was';
