-- A user's inbox. Notifications are numbered inside it, under its lock, so that their order is that of
-- the commits: whoever has seen number 7 has missed nothing before it.
create table inboxes (
  user_id uuid primary key references users on delete cascade,
  last integer not null default 0
);

-- `cause` is what it tells of: each cause reaches a user once.
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
  primary key (user_id, number),
  constraint notifications_id_unique unique (id),
  constraint notifications_cause_once unique (user_id, cause),
  -- A stream holds a few of them in memory for each reader.
  constraint notifications_are_short check (length(title) <= 500 and length(message) <= 4000)
);
create index notifications_unread on notifications (user_id, number desc) where not read;

-- Lets a page that cannot send headers open the stream: once, within seconds, for the session of the
-- two tokens it was asked with.
create table stream_tickets (
  hash bytea primary key,
  client_token bytea not null,
  user_token bytea not null,
  expires_at timestamptz(3) not null
);
create index stream_tickets_by_end on stream_tickets (expires_at);

-- What of a line-up followers were told last. An artist taken off and put on again is no news.
create table announcements (
  festival_id uuid not null references festivals on delete cascade,
  artist_id uuid not null references artists on delete cascade,
  start_times timestamptz(3)[] not null,
  primary key (festival_id, artist_id)
);
create index announcements_of_artist on announcements (artist_id);

-- Followers and holders are told in the order of their ids, a page at a time.
create index interests_in_artist_by_user on interests (artist_id, user_id) where artist_id is not null;
create index interests_in_organizer_by_user on interests (organizer_id, user_id) where organizer_id is not null;
drop index interests_in_artist;
drop index interests_in_organizer;
create index payments_of_holders on payments (festival_id, user_id)
  where status in ('succeeded', 'partially_refunded', 'refunding', 'refunded');

-- An erased account has no inbox. The lock comes first: whoever notifies at the same moment has either
-- committed, and is deleted here, or waits, and then finds the account erased.
create function empty_inbox_of_erased_user() returns trigger language plpgsql as $$
begin
  insert into inboxes (user_id) values (new.id) on conflict (user_id) do update set last = inboxes.last;
  delete from notifications where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_inbox after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function empty_inbox_of_erased_user();
