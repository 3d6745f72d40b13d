alter table payments validate constraint payments_vat;
alter table refunds validate constraint refunds_vat;
