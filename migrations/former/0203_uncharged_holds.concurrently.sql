-- Orders that were held and never charged, to delete them by their age: a purchase never enters this index.
drop index concurrently if exists orders_never_charged;
create index concurrently orders_never_charged on orders (hold_until)
  where status = 'expired' and charge_id = id;

-- Those of a network within the hour.
drop index concurrently if exists payments_expired_at_network;
create index concurrently payments_expired_at_network on payments (network, created_at)
  where status = 'expired' and network is not null;

-- The foreign keys that the deletion checks.
drop index concurrently if exists ticket_returns_of_buyer;
create index concurrently ticket_returns_of_buyer on ticket_returns (sold_to) where sold_to is not null;
drop index concurrently if exists order_mails_of_order;
create index concurrently order_mails_of_order on order_mails (order_id);
