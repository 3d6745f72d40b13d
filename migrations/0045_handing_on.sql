-- Who holds a ticket once it was handed on, and the codes it had. A ticket that was never handed on says nothing of
-- its holder: that is its buyer. So no ticket from before has to be filled in, and a sale writes nothing more.
alter table tickets add column holder_id uuid;
alter table tickets add column revision integer not null default 0;
alter table tickets add column short_code text collate "C";
alter table tickets add column was_changed boolean not null default false;
alter table tickets add constraint tickets_holder_id_fkey foreign key (holder_id) references users not valid;
comment on column tickets.holder_id is 'null: its buyer, because it was never handed on';
comment on column tickets.revision is 'how often it was handed on: only the code of this revision admits';
comment on column tickets.short_code is 'of this revision, ten characters; null: issued by an earlier version, until a job fills it in';
comment on column tickets.was_changed is 'used, revoked or handed on at any time: gates must hear of it';

-- An offer of a ticket to the owner of an e-mail. Those accepted stay: they say until when each code was good.
-- The e-mail is personal data, and is deleted a while after the offer has ended.
create table ticket_transfers (
  id uuid primary key,
  payment_id uuid not null references tickets,
  festival_id uuid not null references festivals,
  from_user uuid not null references users,
  to_user uuid references users,
  email text,
  email_key text collate "C",
  revision integer,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  outcome text collate "C",
  constraint ticket_transfers_outcome check (outcome in ('accepted', 'declined', 'taken_back', 'lapsed')),
  constraint ticket_transfers_ended check ((ended_at is null) = (outcome is null)),
  constraint ticket_transfers_accepted check ((outcome is not distinct from 'accepted') = (revision is not null))
);
comment on column ticket_transfers.to_user is 'who accepted or declined it';
comment on column ticket_transfers.revision is 'of the ticket since then; null: it was not accepted';
create unique index ticket_transfers_open on ticket_transfers (payment_id) where ended_at is null;
create unique index ticket_transfers_accepted_once on ticket_transfers (payment_id, revision)
  where outcome = 'accepted';
create index ticket_transfers_to_email on ticket_transfers (email_key) where ended_at is null;
create index ticket_transfers_from on ticket_transfers (from_user, created_at desc, id);
create index ticket_transfers_to on ticket_transfers (to_user, created_at desc, id) where to_user is not null;
create index ticket_transfers_by_end on ticket_transfers (expires_at) where email is not null;

-- No e-mail: of people the audit log has ids alone.
create trigger ticket_transfers_noted after insert or update of ended_at on ticket_transfers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('transfer', 'id', 'payment_id from_user to_user revision expires_at ended_at outcome');

-- As `let_go_of_erased_invitations`: offers of an erased user end, and those to an e-mail that was proven theirs.
create function let_go_of_erased_transfers() returns trigger language plpgsql as $$
begin
  update ticket_transfers set ended_at = new.erased_at, outcome = case when from_user = new.id then 'taken_back' else 'declined' end
  where ended_at is null
    and (from_user = new.id or (old.email_proven_at is not null and email_key = old.email_key));
  update ticket_transfers set email = null, email_key = null
  where email is not null and (from_user = new.id or to_user = new.id
    or (old.email_key is not null and email_key = old.email_key and ended_at = new.erased_at));
  return null;
end $$;
create trigger users_erased_from_transfers after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_transfers();

-- A gate hears of each change, of whichever column, also of one that is undone: `was_changed` stays.
create or replace function forget_number_of_ticket() returns trigger language plpgsql as $$
begin
  new.change = null;
  new.was_changed = true;
  return new;
end $$;
create or replace trigger tickets_change before update of validated_at, revoked_at, revision on tickets
  for each row execute function forget_number_of_ticket();
