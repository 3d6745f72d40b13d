-- Which transfers pay a settlement.
drop index concurrently if exists bank_refunds_about;
create index concurrently bank_refunds_about on bank_refunds (about) where about is not null;
