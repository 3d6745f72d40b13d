drop index concurrently if exists orders_of_sale;
create index concurrently orders_of_sale on orders (sale_id) where sale_id is not null;
