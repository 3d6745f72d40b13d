-- Statements of organizers are paid by the same files as refunds.
alter table bank_refunds
  add about uuid,
  add payee_name text,
  add payee_iban text,
  add payee_bic text,
  add text text;
comment on table bank_refunds is 'transfers that leave the bank account';
comment on column bank_refunds.about is 'the settlement that it pays; null: it gives money back';
comment on column bank_refunds.payee_iban is 'as it was when the transfer was ordered; null: of the payer who gets the money back';

create trigger bank_refunds_noted
  after insert on bank_refunds
  for each row when (new.about is not null and current_setting('festival.audit', true) <> '')
  execute function note_row('settlement', 'about', 'cents');
