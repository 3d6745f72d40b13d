-- Messages of organizers to who has a ticket of a festival. One is a draft until it is sent; then it stays as it is.
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
  constraint messages_listed check (listed_at is null or sent_at is not null),
  constraint messages_counted check (counts is null or listed_at is not null)
);
comment on column messages.entity_id is 'the tier or accommodation that it is for; null: all';
comment on column messages.inside is 'whether it is for who is inside, or is not; null: both';
comment on column messages.listed_at is 'when its recipients were fixed; null: they are not yet';
comment on column messages.counts is 'how many recipients ended in which state; null: it is still being sent';
create index messages_of_festival on messages (festival_id, id);
create index messages_being_sent on messages (id) where sent_at is not null and counts is null;

-- Who gets a message, or would have: each address once. A mail is about a row of these, so that it is the same mail when it
-- is tried again, and when an account takes over the guest that it is for. They go some weeks after the festival.
create table message_recipients (
  id uuid primary key,
  message_id uuid not null references messages,
  user_id uuid not null references users,
  state text not null collate "C",
  changed_at timestamptz(3) not null,
  constraint message_recipients_once unique (message_id, user_id),
  constraint message_recipients_state
    check (state in ('queued', 'mailed', 'sent', 'failed', 'unsubscribed', 'limited'))
);
comment on column message_recipients.state is 'mailed: there is a row of mails_due';
create index message_recipients_by_state on message_recipients (message_id, state);
create index message_recipients_queued on message_recipients (id) where state = 'queued';
create index message_recipients_of_user on message_recipients (user_id, changed_at);

create trigger messages_noted
  after insert or delete or update of subject, text, entity_id, language, inside, urgent, sent_at on messages
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('message', 'id', 'subject text entity_id language inside urgent sent_at');
