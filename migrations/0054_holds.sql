-- Orders that are held first and paid afterwards. Each attempt to pay one has a key of its own at the processor, and
-- begins only when no charge of the one before it can come any more.
alter table orders add column charge_id uuid;
comment on column orders.charge_id is 'of an order that was held first: the key of its last attempt at the processor, or its own id before any; null: its id is the key';

create table order_attempts (
  id uuid primary key,
  order_id uuid not null references orders,
  idempotency_key text collate "C" not null,
  request_hash bytea not null,
  failure text,
  begun_at timestamptz(3) not null,
  constraint order_attempts_key_once unique (order_id, idempotency_key)
);
comment on table order_attempts is 'attempts to pay an order that was held first; the id is the key at the processor';
comment on column order_attempts.failure is 'why it was declined, noted when the next one begins; null: it is the last one';
