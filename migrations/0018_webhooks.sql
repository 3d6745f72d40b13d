-- What happened, for the applications that want to hear of it: outgoing webhooks.

-- Where an application listens. `events` null: to everything; `organizer_id` null: of everybody. An
-- organizer that is deleted leaves its endpoints, which hear that and then no more: no foreign key.
create table webhooks (
  id uuid primary key,
  url text not null,
  description text,
  events text[],
  organizer_id text collate "C",
  -- Sealed by the service. The old one signs beside the new one until it ends.
  secret bytea not null,
  old_secret bytea,
  old_secret_ends_at timestamptz(3),
  is_enabled boolean not null default true,
  -- Why the service has stopped calling it.
  disabled_reason text collate "C",
  -- Since when each attempt has failed.
  failing_since timestamptz(3),
  created_by uuid references users,
  created_at timestamptz(3) not null,
  constraint webhooks_disabled_reason check (disabled_reason in ('gone', 'failing'))
);

-- An event is written with the change it tells of, where an endpoint wants it, and spread soon after.
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

-- An event on its way to an endpoint. `due_at` null: there is nothing more to do. `tries` counts the
-- attempts since it was last begun, `attempts` all of them.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid not null references outbox on delete cascade,
  status text collate "C" not null default 'pending',
  tries integer not null default 0,
  attempts integer not null default 0,
  created_at timestamptz(3) not null,
  due_at timestamptz(3),
  leased_until timestamptz(3),
  finished_at timestamptz(3),
  constraint webhook_deliveries_once unique (event_id, webhook_id),
  constraint webhook_deliveries_status check (status in ('pending', 'delivered', 'failed')),
  constraint webhook_deliveries_due check ((status = 'pending') = (due_at is not null))
);
create index webhook_deliveries_due_first on webhook_deliveries (webhook_id, due_at) where due_at is not null;
create index webhook_deliveries_of_endpoint on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_undone on webhook_deliveries (webhook_id, id) where status <> 'delivered';

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  -- What was answered, and how it begins; or why there was no answer.
  status integer,
  answer text,
  error text,
  primary key (delivery_id, number)
);

create trigger webhooks_noted
  after insert or delete or update of url, description, events, organizer_id, secret, is_enabled on webhooks
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('webhook', 'id', 'url description events organizer_id !secret is_enabled');
