-- A manager offers a ticket for its holder, and takes an offer back.
alter table ticket_transfers add column offered_by uuid;
alter table ticket_transfers add column taken_back_by uuid;
alter table ticket_transfers add constraint ticket_transfers_offered_by_fkey foreign key (offered_by) references users not valid;
alter table ticket_transfers add constraint ticket_transfers_taken_back_by_fkey foreign key (taken_back_by) references users not valid;
alter table ticket_transfers add constraint ticket_transfers_taken_back
  check (taken_back_by is null or outcome is not distinct from 'taken_back') not valid;
comment on column ticket_transfers.offered_by is 'the manager who offered it for its holder; null: its holder did';
comment on column ticket_transfers.taken_back_by is 'the manager who took it back; null: its holder did, or it was not taken back';

create or replace trigger ticket_transfers_noted after insert or update of ended_at on ticket_transfers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('transfer', 'id',
    'payment_id from_user offered_by to_user revision expires_at ended_at outcome taken_back_by');
