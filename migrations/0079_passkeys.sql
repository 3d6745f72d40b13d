-- Passkeys of users (Web Authentication), and the challenges that browsers have to sign.
create table passkeys (
  id text collate "C" primary key,
  user_id uuid not null references users on delete cascade,
  name text collate "C" not null,
  public_key bytea not null,
  counter float8 not null,
  transports text[] not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
comment on column passkeys.id is 'of the credential, base64url, as browsers name it';
comment on column passkeys.counter is 'signatures, by the authenticator; 0: it does not count them';
create index passkeys_of_user on passkeys (user_id, created_at);

create table passkey_challenges (
  hash bytea primary key,
  user_id uuid references users on delete cascade,
  expires_at timestamptz(3) not null
);
comment on table passkey_challenges is 'what a browser has to sign, each once';
comment on column passkey_challenges.user_id is 'who adds a passkey; null: a sign-in';
create index passkey_challenges_by_end on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (user_id);

-- As `let_go_of_erased_hearts`. A passkey locks the account first, so none is added later.
create function let_go_of_erased_passkeys() returns trigger language plpgsql as $$
begin
  delete from passkeys where user_id = new.id;
  delete from passkey_challenges where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_passkeys after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_passkeys();

-- Who proves an e-mail from its mailbox takes the account over from the user who registered it or moved it there, and who may
-- have added a passkey before: the password that the first proof writes ends them.
create function end_passkeys_of_unproven() returns trigger language plpgsql as $$
begin
  delete from passkeys where user_id = new.id;
  return null;
end $$;
create trigger users_taken_over_with_passkeys after update of password_hash on users
  for each row when (old.email_proven_at is null)
  execute function end_passkeys_of_unproven();
