-- Invitations, and the end of everything that an account can still reach when its access ends.

-- A right that is offered to an e-mail. Each row is one mail; those that have ended stay a day, because they are counted.
-- `invited_by` null: the operator.
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
  constraint invitations_hash_unique unique (hash),
  constraint invitations_kind check (kind in ('manager', 'gate_staff', 'right')),
  constraint invitations_to_one check (num_nonnulls(organizer_id, festival_id, granted_right) = 1)
);
comment on column invitations.target is 'which of the three it is, as text';
comment on column invitations.hash is 'null: the mail has not been written yet';
create unique index invitations_pending on invitations (kind, target, email_key) where ended_at is null;
create index invitations_to_email on invitations (email_key) where ended_at is null;
create index invitations_by_inviter on invitations (invited_by, created_at);
create index invitations_by_end on invitations (expires_at);

-- Without the e-mail: the audit log has ids of people alone.
create trigger invitations_noted after insert or update of ended_at on invitations
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('invitation', 'id',
    'kind organizer_id festival_id granted_right expires_at ended_at');

-- Invitations to the e-mail are deleted if the account had proven it: otherwise registering an e-mail would be enough to
-- delete its invitations.
create function let_go_of_erased_invitations() returns trigger language plpgsql as $$
begin
  delete from invitations
  where invited_by = new.id or (old.email_proven_at is not null and email_key = old.email_key);
  return null;
end $$;
create trigger users_erased_from_invitations after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_invitations();

-- Ends what opens an account without its password: its calendar, devices, tills, sent invitations and password resets.
create function end_standing_access() returns trigger language plpgsql as $$
begin
  delete from calendar_feeds where user_id = new.id;
  update gate_devices set is_unmanaged = true where created_by = new.id and ended_at is null and not is_unmanaged;
  update invitations set ended_at = new.access_ended_at where invited_by = new.id and ended_at is null;
  delete from password_resets where user_id = new.id;
  return null;
end $$;
create trigger users_access_ended after update of access_ended_at on users
  for each row when (new.access_ended_at is not null)
  execute function end_standing_access();

-- How many invitations a user has sent, and to which address. Apart from the invitations, which go with their organizer.
create table invitation_counts (
  invitation_id uuid primary key,
  invited_by uuid not null references users,
  address bytea not null,
  created_at timestamptz(3) not null
);
comment on column invitation_counts.address is 'SHA-256 of the e-mail: no personal data';
create index invitation_counts_by_inviter on invitation_counts (invited_by, created_at);
create index invitation_counts_by_time on invitation_counts (created_at);
