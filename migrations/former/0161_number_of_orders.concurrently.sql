-- An order is found by its number, which no other one has.
drop index concurrently if exists orders_number_once;
create unique index concurrently orders_number_once on orders (number);
