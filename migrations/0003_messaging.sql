-- Mails, pushes to browsers, and notifications.

-- Mails that are still to be sent, written in the transaction of the change that they are about.
create table mails_due (
  kind text collate "C" not null,
  about uuid not null,
  user_id uuid not null,
  due_at timestamptz(3) not null,
  tries integer not null default 0,
  primary key (kind, about, user_id)
);
comment on column mails_due.about is 'what it tells of, by kind: an order, a refund, a festival, a transfer';
comment on column mails_due.due_at is 'when it is sent, or, once a process has begun, when another may begin';
create index mails_due_in_order on mails_due (due_at);

-- E-mails to which mail was not delivered. A row is about that e-mail alone: another one of the same user is not affected.
create table undeliverable_emails (
  user_id uuid primary key,
  email text not null,
  status text collate "C" not null,
  noted_at timestamptz(3) not null
);
comment on column undeliverable_emails.status is 'why, as an enhanced status code (RFC 3463) such as 5.1.1';

-- Mail sent to an e-mail that is not confirmed: no one can fill the mailbox of another person by typing their e-mail.
create table mail_budgets (
  address bytea primary key,
  booked_until timestamptz(3) not null
);
comment on table mail_budgets is 'a row goes when its budget is whole again';
comment on column mail_budgets.address is 'SHA-256 of the e-mail';
comment on column mail_budgets.booked_until is 'each mail takes an hour of the budget: it is whole again at this time';

-- Keys that identify the service to push services. The newest signs new subscriptions; a subscription is bound to its key.
create table push_keys (
  id integer primary key,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz(3) not null,
  constraint push_keys_id check (id > 0),
  constraint push_keys_public_key check (length(public_key) = 65)
);
comment on column push_keys.private_key is 'sealed with SECRET_KEY';

-- Browsers that show notifications. A subscription ends with the session in which it was made.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null,
  token_hash bytea not null references tokens on delete cascade,
  key_id integer not null references push_keys,
  endpoint text collate "C" not null,
  public_key bytea not null,
  auth bytea not null,
  created_at timestamptz(3) not null,
  constraint push_subscriptions_endpoint unique (endpoint),
  constraint push_subscriptions_auth check (length(auth) = 16),
  constraint push_subscriptions_public_key check (length(public_key) = 65)
);
comment on column push_subscriptions.public_key is 'of the browser: what is sent to it only it can read';
create index push_subscriptions_of_user on push_subscriptions (user_id, id);
create index push_subscriptions_of_token on push_subscriptions (token_hash);

-- Pushes that are still to be sent. A row goes when its push was sent, given up or is too late.
create table pushes_due (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  notification_id uuid not null,
  due_at timestamptz(3) not null,
  tries integer not null default 0,
  primary key (subscription_id, notification_id)
);
comment on column pushes_due.due_at is 'when it is sent, or, once a process has begun, when another may begin';
create index pushes_due_in_order on pushes_due (tries, due_at);

-- Notifications are numbered in each inbox, under its lock, so their order is that of the commits: a reader that has seen
-- number 7 has missed nothing before it.
create table inboxes (
  user_id uuid primary key,
  last integer not null default 0
);

-- A user is notified of a `cause` once.
create table notifications (
  user_id uuid not null references inboxes on delete cascade,
  number integer not null,
  id uuid not null,
  type text not null,
  cause text collate "C" not null,
  title text not null,
  message text not null,
  read boolean not null default false,
  created_at timestamptz(3) not null,
  data jsonb,
  is_hidden boolean not null default false,
  language text collate "C",
  primary key (user_id, number),
  constraint notifications_cause_once unique (user_id, cause),
  constraint notifications_id_unique unique (id),
  -- A stream holds some of them in memory for each reader.
  constraint notifications_are_short check (length(title) <= 500 and length(message) <= 4000)
);
comment on column notifications.data is 'ids of what it is about; null: sent before it was kept';
comment on column notifications.language is 'en, de, fr or es; null: English, from before there were others';
create index notifications_unread on notifications (user_id, number desc) where not read;

-- Returns at most `most` notifications of each inbox after a number, as JSON. Sequential scans are off: a plan made while
-- the table was small would read all of it for every inbox.
create function notifications_after(users uuid[], numbers integer[], most integer)
  returns table (place integer, number integer, notification text)
  language sql stable set enable_seqscan = off as $$
  select place::integer, next.number, row_to_json(told)::text
  from unnest(users, numbers) with ordinality p (user_id, number, place)
  cross join lateral (
    select * from notifications n
    where n.user_id = p.user_id and n.number > p.number and not n.is_hidden
    order by n.number limit most
  ) next
  cross join lateral (
    select next.id, next.title, next.message, next.type, coalesce(next.data, '{}') as data,
           coalesce(next.language, 'en') as language, next.read,
           to_char(next.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
  ) told
  order by place, next.number
$$;

-- Lets a page that cannot send headers open a stream, once, for the session of the two tokens.
create table stream_tickets (
  hash bytea primary key,
  client_token bytea not null,
  user_token bytea not null,
  expires_at timestamptz(3) not null
);
create index stream_tickets_by_end on stream_tickets (expires_at);

-- Announcements that followers have not received: of an artist at a festival, or, without an artist, of the festival. With
-- a `cause`, some followers have received it, and the others wait for staff.
create table waiting_announcements (
  festival_id uuid not null,
  artist_id uuid,
  organizer_id text collate "C" not null,
  cause text collate "C",
  created_at timestamptz(3) not null,
  constraint waiting_announcements_once unique nulls not distinct (festival_id, artist_id)
);
create index waiting_announcements_of_organizer on waiting_announcements (organizer_id, artist_id);
create index waiting_announcements_of_artist on waiting_announcements (artist_id) where artist_id is not null;

-- Use of the daily limits of organizers that are not approved.
create table organizer_days (
  organizer_id text collate "C" primary key,
  day timestamptz(3) not null,
  people integer not null default 0,
  requests integer not null default 0
);
comment on column organizer_days.day is 'its first instant';
comment on column organizer_days.people is 'notifications sent to followers';
comment on column organizer_days.requests is 'owners of artists that were asked';

-- What a user wants to be notified of, by topic. Without a row: everything, in every way.
create table notification_settings (
  user_id uuid not null,
  topic text collate "C" not null,
  notice boolean not null default true,
  push boolean not null default true,
  mail boolean not null default true,
  mail_round integer not null default 0,
  changed_at timestamptz(3) not null,
  primary key (user_id, topic)
);
comment on column notification_settings.mail_round is
  'addresses in mails that switch them off are good for one round; switching mail on again begins the next';

-- Ticket holders, guests included, who were notified of a cause: each of them once, over all ways.
create table holders_told (
  festival_id uuid not null,
  cause text collate "C" not null,
  user_id uuid not null,
  told_at timestamptz(3) not null,
  primary key (festival_id, cause, user_id)
);
comment on column holders_told.cause is 'of what, with its version: a change, the cancellation, a start that is near';
create index holders_told_of_user on holders_told (user_id);
