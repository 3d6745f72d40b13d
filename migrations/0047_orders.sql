-- What is charged at once is an order; a payment is one thing bought in it. What belongs to the charge moves from
-- payments to orders. No service may run meanwhile: this file moves rows and removes columns, so that a process of the
-- version before fails instead of writing what this version would not find.
do $$ begin
  if exists (select from payments) and exists (
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'festival%'
      -- What keeps other services from a PostgreSQL of our own, of which there is one: this one.
      and application_name <> 'festival service'
      -- Those that wait for their turn to migrate have begun nothing yet.
      and query not like 'select pg_try_advisory_lock%'
  ) then
    raise exception 'other services or commands work on this database: stop them first, then start this version';
  end if;
end $$;

create table orders (
  id uuid primary key,
  user_id uuid not null references users,
  endpoint text collate "C" not null,
  idempotency_key text collate "C" not null,
  request_hash bytea not null,
  amount_cents integer not null,
  status text not null,
  failure text,
  client_secret text,
  livemode boolean not null,
  lease_until timestamptz(3) not null,
  hold_until timestamptz(3) not null,
  is_fenced boolean not null default false,
  created_at timestamptz(3) not null,
  touched_at timestamptz(3) not null,
  constraint orders_endpoint check (endpoint in ('payments', 'orders')),
  constraint orders_status check (status in ('held', 'pending', 'requires_action', 'succeeded', 'failed', 'expired')),
  constraint orders_open_are_unfenced check (not (is_fenced and status in ('held', 'pending', 'requires_action'))),
  constraint orders_money check (amount_cents >= 0)
);
comment on table orders is 'one charge each; an order of POST /payments has the id of its payment';
comment on column orders.status is 'of the charge: what is given back is told by each payment';
comment on column orders.lease_until is 'how long the process that works on it has it for itself';
comment on column orders.hold_until is 'how long what it buys is kept for it';
comment on column orders.is_fenced is 'no charge of it can succeed any more, or it has';
comment on column orders.touched_at is 'a replay writes too, so that its commit waits for a standby like the first';

-- Payments of an earlier version do not say whether they were live: for those the book of the simulated processor
-- does, which has each charge under the payment's id. A free one has no charge; it counts as live if it came after the
-- last one of the book, as ids are in the order of time.
insert into orders (id, user_id, endpoint, idempotency_key, request_hash, amount_cents, status, failure, client_secret,
                    livemode, lease_until, hold_until, is_fenced, created_at, touched_at)
select id, user_id, 'payments', idempotency_key, request_hash, amount_cents,
       case when status in ('refunding', 'refunded', 'partially_refunded') then 'succeeded' else status end,
       failure, client_secret,
       coalesce(livemode, case
         when amount_cents > 0 then not exists (select from simulated_charges c where c.key = p.id)
         else coalesce(p.id > (select c.key from simulated_charges c order by c.key desc limit 1), true)
       end),
       lease_until, hold_until, is_fenced, created_at, touched_at
from payments p;

alter table orders add constraint orders_key_once unique (user_id, endpoint, idempotency_key);
create index orders_in_flight on orders (lease_until) where not is_fenced;
create index orders_of_user on orders (user_id, id);

alter table payments add column order_id uuid, add column line integer not null default 1;
update payments set order_id = id;
drop index payments_in_flight;
alter table payments
  alter column order_id set not null,
  alter column line drop default,
  drop constraint payments_key_once,
  drop constraint payments_open_are_unfenced,
  drop column idempotency_key,
  drop column request_hash,
  drop column failure,
  drop column client_secret,
  drop column livemode,
  drop column lease_until,
  drop column is_fenced,
  drop column touched_at,
  add constraint payments_order_id_fkey foreign key (order_id) references orders,
  add constraint payments_line_once unique (order_id, line);
comment on column payments.line is 'its place in its order, from 1';
comment on column payments.hold_until is 'that of its order, which never changes';
