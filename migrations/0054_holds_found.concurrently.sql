-- The open orders of a user that were held first.
drop index concurrently if exists orders_held;
create index concurrently orders_held on orders (user_id)
  where charge_id is not null and status in ('held', 'pending', 'requires_action');
