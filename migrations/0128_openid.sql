-- Signing in by an identity provider (OpenID Connect).
create table openid_accounts (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (issuer, subject),
  constraint openid_accounts_one_of_user unique (user_id, issuer)
);
comment on table openid_accounts is 'accounts that are joined to users of an identity provider: by its own id for a user, which stays when an e-mail does not';

alter table tokens add column proven_at timestamptz(3);
comment on column tokens.proven_at is 'when its user last showed who they are, where that was before it was made, as at an identity provider; null: when it was made';

create trigger openid_accounts_noted after insert or delete on openid_accounts
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('user', 'user_id', 'issuer');

-- As `let_go_of_erased_passkeys`. Joining locks the account first, so none is added later.
create function let_go_of_erased_openid_accounts() returns trigger language plpgsql as $$
begin
  delete from openid_accounts where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_openid_accounts after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_openid_accounts();

-- As `end_passkeys_of_unproven`: who proves an e-mail takes the account over from the user who moved it there.
create function end_openid_accounts_of_unproven() returns trigger language plpgsql as $$
begin
  delete from openid_accounts where user_id = new.id;
  return null;
end $$;
create trigger users_taken_over_with_openid_accounts after update of password_hash on users
  for each row when (old.email_proven_at is null)
  execute function end_openid_accounts_of_unproven();
