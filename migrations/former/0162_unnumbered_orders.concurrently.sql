-- Orders of before, for the job that numbers them; later it is empty.
drop index concurrently if exists orders_unnumbered;
create index concurrently orders_unnumbered on orders (id) where number is null;
