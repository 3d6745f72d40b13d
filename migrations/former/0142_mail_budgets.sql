-- How much mail an e-mail that is not confirmed has been sent, or has been booked for: whoever types another person's
-- e-mail cannot fill their mailbox with it.
create table mail_budgets (
  address bytea not null constraint mail_budgets_pkey primary key,
  booked_until timestamptz(3) not null
);
comment on table mail_budgets is 'a row goes when its budget is whole again';
comment on column mail_budgets.address is 'SHA-256 of the e-mail';
comment on column mail_budgets.booked_until is 'each mail takes an hour of the budget: it is whole again at this time';
