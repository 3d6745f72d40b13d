-- What waits for its buyer, by person and by network; what is free, by person.
drop index concurrently if exists payments_waiting;
create index concurrently payments_waiting on payments (user_id, entity_id) include (hold_until)
  where status = 'requires_action';
drop index concurrently if exists payments_waiting_by_network;
create index concurrently payments_waiting_by_network on payments (network) include (hold_until)
  where status = 'requires_action';
drop index concurrently if exists payments_free;
create index concurrently payments_free on payments (user_id, entity_id)
  where price_cents = 0 and status in ('pending', 'requires_action', 'succeeded', 'partially_refunded');
