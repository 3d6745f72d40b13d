-- Users, clients, and the ways to sign in.

-- Erasing an account empties its row and keeps its id, so that records that refer to it stay, anonymous. A guest buys
-- without an account: a row without `email_key` and password. When an account proves the contact e-mail, it takes over what
-- the guest has bought, and the row stays, erased.
create table users (
  id uuid primary key,
  first_name text not null,
  last_name text not null,
  email text,
  email_key text collate "C",
  password_hash text,
  photo text,
  phone text,
  address text,
  city text,
  country text,
  roles text[] not null default '{}',
  permissions text[] not null default '{}',
  suspended_at timestamptz(3),
  erased_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  search_name text collate "C" not null default '',
  last_sign_in_at timestamptz(3),
  email_proven_at timestamptz(3),
  is_guest boolean not null default false,
  guest_email_key text collate "C",
  taken_over_by uuid references users,
  language text collate "C",
  proven_before timestamptz(3),
  access_ended_at timestamptz(3),
  access_to_review boolean not null default false,
  constraint users_email_unique unique (email_key)
);
comment on column users.email_proven_at is 'null: nothing has shown that the e-mail is theirs';
comment on column users.is_guest is 'buys without an account; stays true when it is erased';
comment on column users.guest_email_key is
  'of the contact e-mail of a guest, which several guests may share; null: an account, or erased';
comment on column users.taken_over_by is 'the account that proved the contact e-mail of this guest';
comment on column users.language is 'en, de, fr or es; null: not chosen, mails are in English';
comment on column users.proven_before is
  'when the e-mail was proven that the present one, which is not, has replaced; null: there is none';
comment on column users.access_ended_at is 'when all of it was ended last; null: never';
comment on column users.access_to_review is
  'the password or the rights have changed, and its user has not said yet what is to stay';
create index users_newest on users (created_at desc, id) where erased_at is null;
create index users_admins on users (created_at desc, id) where 'admin' = any (roles);
create index users_by_search_name on users (search_name, id) where erased_at is null;
create index users_by_part_of_name on users using gin (search_name gin_trgm_ops) where erased_at is null;
-- Accounts without guests, of which there may be many more.
create index users_newest_accounts on users (created_at desc, id) where erased_at is null and not is_guest;
create index users_of_guest_email on users (guest_email_key) where guest_email_key is not null;
create index users_taken_over on users (taken_over_by, erased_at desc, id) where taken_over_by is not null;
create index users_taken_over_late on users (erased_at) where taken_over_by is not null;
-- E-mails whose domain is not ASCII: few, and read by `storeAsciiDomains` alone.
create index users_of_unicode_domains on users (id) where email_key ~ '@.*[^ -~]' or guest_email_key ~ '@.*[^ -~]';

-- Foreign keys of earlier areas.
alter table tokens add constraint tokens_user_id_fkey
  foreign key (user_id) references users on delete cascade;
alter table live_streams add constraint live_streams_user_id_fkey
  foreign key (user_id) references users on delete cascade;
alter table undeliverable_emails add constraint undeliverable_emails_user_id_fkey
  foreign key (user_id) references users on delete cascade;
alter table push_subscriptions add constraint push_subscriptions_user_id_fkey
  foreign key (user_id) references users on delete cascade;
alter table inboxes add constraint inboxes_user_id_fkey
  foreign key (user_id) references users on delete cascade;
alter table notification_settings add constraint notification_settings_user_id_fkey
  foreign key (user_id) references users on delete cascade;
alter table holders_told add constraint holders_told_user_id_fkey
  foreign key (user_id) references users;

-- A claim of a guest by an account is noted for the guest, apart from changes of accounts.
create trigger users_noted
  after update of roles, permissions, suspended_at, erased_at, password_hash on users
  for each row when (current_setting('festival.audit', true) <> '' and not new.is_guest)
  execute function note_row('user', 'id', 'roles permissions suspended_at erased_at !password_hash');
create trigger guests_noted after update of erased_at, taken_over_by on users
  for each row when (current_setting('festival.audit', true) <> '' and new.is_guest)
  execute function note_row('guest', 'id', 'taken_over_by erased_at');

-- Locks the inbox first: a concurrent notification has either committed, and is deleted here, or waits, and then finds the
-- account erased.
create function empty_inbox_of_erased_user() returns trigger language plpgsql as $$
begin
  insert into inboxes (user_id) values (new.id) on conflict (user_id) do update set last = inboxes.last;
  delete from notifications where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_inbox after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function empty_inbox_of_erased_user();

-- An erased account keeps its row, so foreign keys delete nothing. Each table with rows of a user has a trigger of its own.
-- Writers of these tables lock the account first, so no row is added afterwards.
create function let_go_of_erased_settings() returns trigger language plpgsql as $$
begin
  delete from notification_settings where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_settings after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_settings();

create function let_go_of_erased_email() returns trigger language plpgsql as $$
begin
  delete from undeliverable_emails where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_email after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_email();

-- Remembers that the proven e-mail of an account was replaced by one that is not proven.
create function note_replaced_email() returns trigger language plpgsql as $$
begin
  new.proven_before := case
    when new.email_proven_at is null and new.erased_at is null
    then coalesce(old.email_proven_at, old.proven_before) end;
  return new;
end $$;
create trigger users_email_replaced before update of email_proven_at on users
  for each row execute function note_replaced_email();

create table clients (
  id text primary key,
  name text not null,
  scopes text[] not null,
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  kind text not null default 'confidential',
  origins text[] not null default '{}',
  allow_without_origin boolean not null default false,
  constraint clients_kind check (kind in ('confidential', 'publishable')),
  constraint clients_publishable_scopes check (kind = 'confidential' or scopes = '{}')
);

-- Foreign keys of earlier areas.
alter table tokens add constraint tokens_client_id_fkey
  foreign key (client_id) references clients on delete cascade;

create trigger clients_noted
  after insert or delete or update of name, kind, scopes, origins, allow_without_origin, suspended_at on clients
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('client', 'id', 'name kind scopes origins allow_without_origin suspended_at');

-- Notifies processes that the origins of publishable clients have changed.
create function tell_origins() returns trigger language plpgsql as $$
begin
  perform pg_notify('festival', json_build_object(
    'from', 'database', 'topic', 'access', 'ids', json_build_array('origins'))::text);
  return null;
end $$;
create trigger clients_told_origins after insert or delete or update of origins, suspended_at on clients
  for each statement execute function tell_origins();

create table client_secrets (
  id uuid primary key,
  client_id text not null references clients on delete cascade,
  hash bytea not null,
  last_four text not null,
  created_at timestamptz(3) not null default now(),
  ends_at timestamptz(3),
  last_used_at timestamptz(3)
);
create index client_secrets_of_client on client_secrets (client_id);

create trigger client_secrets_noted after insert or delete or update of ends_at on client_secrets
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('client', 'client_id', 'created_at ends_at', 'secrets', 'id');

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret bytea,
  enrolled_at timestamptz(3),
  last_step integer,
  offered_secret bytea,
  offered_at timestamptz(3),
  constraint second_factors_enrolled
    check ((secret is null) = (enrolled_at is null) and (secret is null) = (last_step is null)),
  constraint second_factors_offered check ((offered_secret is null) = (offered_at is null))
);
comment on column second_factors.secret is 'what the app counts with, sealed; null: not confirmed by a code yet';
comment on column second_factors.last_step is
  'the latest half minute of which a code was used: none of it or before it works again';
comment on column second_factors.offered_secret is 'the one that waits for its first code, sealed';

create trigger second_factors_noted after insert or update or delete on second_factors
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('user', 'user_id', 'enrolled_at');

create table recovery_codes (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  used_at timestamptz(3)
);
comment on table recovery_codes is 'each stands for the app once';
create index recovery_codes_of_user on recovery_codes (user_id);

create function let_go_of_erased_second_factors() returns trigger language plpgsql as $$
begin
  delete from second_factors where user_id = new.id;
  delete from recovery_codes where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_second_factors after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_second_factors();

create function end_second_factors_of_unproven() returns trigger language plpgsql as $$
begin
  if old.proven_before is null then
    delete from second_factors where user_id = new.id;
    delete from recovery_codes where user_id = new.id;
  end if;
  return null;
end $$;
create trigger users_taken_over_with_second_factors after update of password_hash on users
  for each row when (old.email_proven_at is null)
  execute function end_second_factors_of_unproven();

create table password_resets (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index password_resets_of_user on password_resets (user_id);

create table sign_in_failures (
  pair bytea primary key,
  failures integer not null,
  since timestamptz(3) not null,
  wait_until timestamptz(3)
);
comment on column sign_in_failures.pair is 'SHA-256 of account and address: no personal data';

-- Mails that confirm an e-mail. Those of an erased account stay a day: they count how many mails an address got.
create table email_confirmations (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  address bytea not null,
  expires_at timestamptz(3) not null
);
comment on column email_confirmations.address is 'SHA-256 of the e-mail: no personal data';
create index email_confirmations_of_user on email_confirmations (user_id, expires_at);
create index email_confirmations_to_address on email_confirmations (address, expires_at);

-- Mailed codes. A row stays for an hour, because mails are counted; `hash` is null until the mail is written.
create table sign_in_codes (
  id uuid primary key,
  address bytea not null,
  pair bytea not null,
  hash bytea,
  failures integer not null default 0,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  request_id uuid
);
comment on column sign_in_codes.address is 'SHA-256 of the e-mail: no personal data';
comment on column sign_in_codes.pair is 'SHA-256 of e-mail and network: no personal data';
comment on column sign_in_codes.hash is 'HMAC of code and e-mail with SECRET_KEY: six digits could be tried out';
create index sign_in_codes_to_address on sign_in_codes (address, created_at);
create index sign_in_codes_by_age on sign_in_codes (created_at);

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

create trigger passkeys_noted after insert on passkeys
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('user', 'user_id', '!public_key');
create trigger passkeys_removal_noted after delete on passkeys
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('user', 'user_id', '!public_key');

-- Proving an e-mail from its mailbox sets the first password, and takes the account over from whoever registered the
-- e-mail. That person may have added passkeys, second factors and accounts of identity providers, so they end.
create function end_passkeys_of_unproven() returns trigger language plpgsql as $$
begin
  if old.proven_before is null then
    delete from passkeys where user_id = new.id;
  end if;
  return null;
end $$;
create trigger users_taken_over_with_passkeys after update of password_hash on users
  for each row when (old.email_proven_at is null)
  execute function end_passkeys_of_unproven();

create table passkey_challenges (
  hash bytea primary key,
  user_id uuid references users on delete cascade,
  expires_at timestamptz(3) not null
);
comment on table passkey_challenges is 'challenges that were signed, until they end: none is accepted again';
comment on column passkey_challenges.hash is
  'the MAC of the challenge; of the version before, the hash of one that is not signed yet';
comment on column passkey_challenges.user_id is 'written by the version before only';
create index passkey_challenges_by_end on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (user_id);

create function let_go_of_erased_passkeys() returns trigger language plpgsql as $$
begin
  delete from passkeys where user_id = new.id;
  delete from passkey_challenges where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_passkeys after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_passkeys();

create table openid_accounts (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (issuer, subject),
  constraint openid_accounts_one_of_user unique (user_id, issuer)
);
comment on table openid_accounts is
  'accounts that are joined to users of an identity provider: by its own id for a user, which stays when an e-mail does not';

create trigger openid_accounts_noted after insert or delete on openid_accounts
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('user', 'user_id', 'issuer');

create function let_go_of_erased_openid_accounts() returns trigger language plpgsql as $$
begin
  delete from openid_accounts where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_openid_accounts after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_openid_accounts();

create function end_openid_accounts_of_unproven() returns trigger language plpgsql as $$
begin
  delete from openid_accounts where user_id = new.id;
  return null;
end $$;
create trigger users_taken_over_with_openid_accounts after update of password_hash on users
  for each row when (old.email_proven_at is null)
  execute function end_openid_accounts_of_unproven();
