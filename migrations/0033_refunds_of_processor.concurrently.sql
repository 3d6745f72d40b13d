-- Which refund an entry of the processor's balance is.
drop index concurrently if exists refunds_by_processor_id;
create index concurrently refunds_by_processor_id on refunds (processor_id) where processor_id is not null;
