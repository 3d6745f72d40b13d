-- What is being charged, by person and by network.
drop index concurrently if exists payments_charging;
create index concurrently payments_charging on payments (user_id, entity_id) where status = 'pending';
drop index concurrently if exists payments_charging_by_network;
create index concurrently payments_charging_by_network on payments (network)
  where status = 'pending' and network is not null;
