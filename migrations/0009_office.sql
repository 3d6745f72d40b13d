-- Webhooks, and messages of organizers.

-- `events` null: all of them; `organizer_id` null: of all organizers. No foreign key: endpoints of a deleted organizer
-- receive that event too.
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
  -- Why the service has disabled it.
  disabled_reason text collate "C",
  -- Since when every attempt has failed.
  failing_since timestamptz(3),
  created_by uuid references users,
  created_at timestamptz(3) not null,
  replayed_at timestamptz(3),
  constraint webhooks_disabled_reason check (disabled_reason in ('gone', 'failing'))
);

create trigger webhooks_noted
  after insert or delete or update of url, description, events, organizer_id, secret, is_enabled on webhooks
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('webhook', 'id', 'url description events organizer_id !secret is_enabled');

-- `due_at` null: finished. `tries` counts attempts since it was last begun, `attempts` all of them. An event while the
-- endpoint is disabled is stored as `missed`.
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
  constraint webhook_deliveries_due check ((status = 'pending') = (due_at is not null)),
  constraint webhook_deliveries_status check (status in ('pending', 'delivered', 'failed', 'missed'))
);
create index webhook_deliveries_due_first on webhook_deliveries (webhook_id, due_at) where due_at is not null;
create index webhook_deliveries_of_endpoint on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_undone on webhook_deliveries (webhook_id, id) where status <> 'delivered';

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  -- The answer and its beginning, or the error.
  status integer,
  answer text,
  error text,
  primary key (delivery_id, number)
);

-- A draft until it is sent; then it never changes.
create table messages (
  id uuid primary key,
  festival_id uuid not null references festivals,
  subject text not null,
  text text not null,
  entity_id uuid,
  language text collate "C",
  inside boolean,
  urgent boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  sent_at timestamptz(3),
  listed_at timestamptz(3),
  counts jsonb,
  constraint messages_counted check (counts is null or listed_at is not null),
  constraint messages_listed check (listed_at is null or sent_at is not null)
);
comment on column messages.entity_id is 'the tier or accommodation that it is for; null: all';
comment on column messages.inside is 'whether it is for who is inside, or is not; null: both';
comment on column messages.listed_at is 'when its recipients were fixed; null: they are not yet';
comment on column messages.counts is 'how many recipients ended in which state; null: it is still being sent';
create index messages_of_festival on messages (festival_id, id);
create index messages_being_sent on messages (id) where sent_at is not null and counts is null;

create trigger messages_noted
  after insert or delete or update of subject, text, entity_id, language, inside, urgent, sent_at on messages
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('message', 'id', 'subject text entity_id language inside urgent sent_at');

-- Recipients by account or guest, each address once. A mail is about a row of this table, so a repeated mail is the same
-- one, also when an account claims the guest.
create table message_recipients (
  id uuid primary key,
  message_id uuid not null references messages,
  user_id uuid not null references users,
  state text collate "C" not null,
  changed_at timestamptz(3) not null,
  constraint message_recipients_once unique (message_id, user_id),
  constraint message_recipients_state check (state in ('queued', 'mailed', 'sent', 'failed', 'unsubscribed', 'limited'))
);
comment on column message_recipients.state is 'mailed: there is a row of mails_due';
create index message_recipients_by_state on message_recipients (message_id, state);
create index message_recipients_queued on message_recipients (id) where state = 'queued';
create index message_recipients_of_user on message_recipients (user_id, changed_at);
