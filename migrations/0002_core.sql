-- Tokens, live streams and domain events.

create table tokens (
  hash bytea primary key,
  client_id text not null,
  user_id uuid,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  device_id uuid,
  scopes text[],
  second_factor boolean not null default false,
  last_used_on timestamptz(3),
  proven_at timestamptz(3)
);
comment on column tokens.user_id is 'null: the token of the client itself';
comment on column tokens.device_id is 'the token of a gate device, which came through the client';
comment on column tokens.scopes is 'those that it was narrowed to; null: all of its client';
comment on column tokens.second_factor is 'whether a second factor was given for it';
comment on column tokens.last_used_on is
  'the start of the last day, in UTC, on which it was used: no finer; null: not noted since the column is there';
comment on column tokens.proven_at is
  'when its user last showed who they are, where that was before it was made, as at an identity provider; null: when it was made';
create index tokens_of_client on tokens (client_id);
create index tokens_of_user on tokens (user_id) where user_id is not null;
create index tokens_by_end on tokens (expires_at);
create index tokens_of_device on tokens (device_id) where device_id is not null;

-- Open live streams of each user, over all processes.
create table live_streams (
  kind text not null,
  user_id uuid not null,
  processes text[] not null,
  primary key (kind, user_id)
);
comment on column live_streams.processes is
  'For each stream the process that has it. One that lives holds an advisory lock of this number; others do not count';

-- Events are written in the transaction of their change if an endpoint wants them, and distributed afterwards.
create table outbox (
  id uuid primary key,
  type text collate "C" not null,
  organizer_id text collate "C",
  data jsonb not null,
  at timestamptz(3) not null,
  is_spread boolean not null default false
);
create index outbox_to_spread on outbox (id) where not is_spread;
create index outbox_by_time on outbox (at);
