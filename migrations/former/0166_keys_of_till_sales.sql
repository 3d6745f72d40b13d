-- The keys that tills give to sales of a lease share a column with keys that the service made itself. Those are empty from now on.
alter table till_sales alter column key drop not null;
comment on column till_sales.key is 'given by the till to a sale of a lease, once in its shift; null: the service needs none';
