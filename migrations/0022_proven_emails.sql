-- Who has shown that an e-mail is theirs, and what is offered to an e-mail rather than to an account.

alter table users add column email_proven_at timestamptz(3);
comment on column users.email_proven_at is 'null: nothing has shown that the e-mail is theirs';

-- What is mailed to prove an e-mail. Those of an erased account stay their day: they also count how many
-- mails an address got, and nothing can be done with them.
create table email_confirmations (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  address bytea not null,
  expires_at timestamptz(3) not null
);
comment on column email_confirmations.address is 'SHA-256 of the e-mail: no personal data';
create index email_confirmations_of_user on email_confirmations (user_id, expires_at);
create index email_confirmations_to_address on email_confirmations (address, expires_at);

alter table organizer_managers add column shows_email boolean;
comment on column organizer_managers.shows_email is 'null: they have not said';

-- A right that is offered to an e-mail, until it is accepted, taken back, renewed or too late. Each row is
-- one mail: those that have ended stay a day, because they are counted. `invited_by` null: the operator.
create table invitations (
  id uuid primary key,
  kind text collate "C" not null,
  organizer_id text collate "C" references organizers on delete cascade,
  festival_id uuid references festivals on delete cascade,
  granted_right text collate "C",
  target text collate "C" not null,
  email text not null,
  email_key text collate "C" not null,
  hash bytea,
  invited_by uuid references users,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint invitations_kind check (kind in ('manager', 'gate_staff', 'right')),
  constraint invitations_to_one check (num_nonnulls(organizer_id, festival_id, granted_right) = 1),
  constraint invitations_hash_unique unique (hash)
);
comment on column invitations.target is 'which of the three it is, as text';
comment on column invitations.hash is 'null: the mail has not been written yet';
create unique index invitations_pending on invitations (kind, target, email_key) where ended_at is null;
create index invitations_to_email on invitations (email_key) where ended_at is null;
create index invitations_by_inviter on invitations (invited_by, created_at);
create index invitations_by_end on invitations (expires_at);

-- No e-mail: of people the audit log has ids alone.
create trigger invitations_noted after insert or update of ended_at on invitations
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('invitation', 'id',
    'kind organizer_id festival_id granted_right expires_at ended_at');

-- As `let_go_of_erased_user`. What was offered to the e-mail goes only with an account that had proven it:
-- else registering an address would be enough to take its invitations away.
create function let_go_of_erased_invitations() returns trigger language plpgsql as $$
begin
  delete from invitations
  where invited_by = new.id or (old.email_proven_at is not null and email_key = old.email_key);
  return null;
end $$;
create trigger users_erased_from_invitations after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_invitations();
