-- Who calls (clients), who signs in (users), and the tokens both carry.
-- Text that is compared has a key beside it (NFC, lower case), made by the service: a database's own
-- lower() depends on its locale. Such columns, and all that are sorted, are in "C" order everywhere.

create table clients (
  id text primary key,
  name text not null,
  scopes text[] not null,
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

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

-- Erasing an account empties its row and keeps its id, so that what hangs on it stays, anonymous.
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
  constraint users_email_unique unique (email_key)
);
create index users_newest on users (created_at desc, id) where erased_at is null;
create index users_admins on users (created_at desc, id) where 'admin' = any (roles);

create table tokens (
  hash bytea primary key,
  client_id text not null references clients on delete cascade,
  user_id uuid references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
comment on column tokens.user_id is 'null: the token of the client itself';
create index tokens_of_client on tokens (client_id);
create index tokens_of_user on tokens (user_id) where user_id is not null;
create index tokens_by_end on tokens (expires_at);

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

-- The first answer to a POST with an Idempotency-Key, written with what it created.
create table idempotency_keys (
  caller text not null,
  method text not null,
  path text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer text,
  created_at timestamptz(3) not null default now(),
  primary key (caller, method, path, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
