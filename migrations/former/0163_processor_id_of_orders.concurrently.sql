-- An order is found by the processor's id of its charge.
drop index concurrently if exists orders_by_processor_id;
create index concurrently orders_by_processor_id on orders (processor_id) where processor_id is not null;
