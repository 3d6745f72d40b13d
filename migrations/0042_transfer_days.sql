-- How long the orders of a festival wait for a bank transfer.
alter table festivals add transfer_days int constraint festivals_transfer_days check (transfer_days between 3 and 30);
comment on column festivals.transfer_days is 'null: TRANSFER_DAYS';
