-- VAT is computed once for each receipt, seller and rate, and stored with each payment and refund (docs/contract.md, 10.8).
alter table payments add column seller_id text collate "C";
alter table payments add column vat_cents integer;
alter table payments add column vat_by_unit boolean not null default false;
alter table payments add constraint payments_vat check (vat_cents between 0 and amount_cents) not valid;
comment on column payments.seller_id is 'the organizer of its festival when it was paid; null: the operator, or it is not paid yet';
comment on column payments.vat_cents is 'the VAT in amount_cents; null: it is not paid yet, or the job that stores those of before has not reached it';
comment on column payments.vat_by_unit is 'true: vat_cents was rounded for this unit alone, as by the version before';

alter table refunds add column vat_cents integer;
alter table refunds add constraint refunds_vat check (vat_cents >= 0) not valid;
comment on column refunds.vat_cents is 'the VAT in amount_cents; null: it is not done yet, or the job that stores those of before has not reached it';
