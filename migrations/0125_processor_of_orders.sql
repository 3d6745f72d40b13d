-- The processor that charged an order, for the report of a festival.
alter table orders add column processor text collate "C";
comment on column orders.processor is 'that was to charge it, such as stripe; null: a till did, or it was made before this was noted';
