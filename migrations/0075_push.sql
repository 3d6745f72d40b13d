-- Notifications that browsers show while no page is open (Web Push).

-- The keys by which push services know the service. The newest signs for new subscriptions; a subscription is bound to
-- the key that it was made with.
create table push_keys (
  id integer primary key,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz(3) not null,
  constraint push_keys_id check (id > 0),
  constraint push_keys_public_key check (length(public_key) = 65)
);
comment on column push_keys.private_key is 'sealed with SECRET_KEY';

-- Where a browser is reached. It goes with the session that it was made in, and so with the account.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null references tokens on delete cascade,
  key_id integer not null references push_keys,
  endpoint text collate "C" not null,
  public_key bytea not null,
  auth bytea not null,
  created_at timestamptz(3) not null,
  constraint push_subscriptions_endpoint unique (endpoint),
  constraint push_subscriptions_public_key check (length(public_key) = 65),
  constraint push_subscriptions_auth check (length(auth) = 16)
);
comment on column push_subscriptions.public_key is 'of the browser: what is sent to it only it can read';
create index push_subscriptions_of_user on push_subscriptions (user_id, id);
create index push_subscriptions_of_token on push_subscriptions (token_hash);

-- Notifications that are still to be sent to a browser. A row goes when its push was sent, was given up, or is too late.
create table pushes_due (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  notification_id uuid not null,
  due_at timestamptz(3) not null,
  tries integer not null default 0,
  constraint pushes_due_pkey primary key (subscription_id, notification_id)
);
comment on column pushes_due.due_at is 'when it is sent, or, once a process has begun, when another may begin';
create index pushes_due_in_order on pushes_due (tries, due_at);

-- What a user wants to be told, by topic. Without a row: everything, in each way that there is.
create table notification_settings (
  user_id uuid not null references users on delete cascade,
  topic text collate "C" not null,
  notice boolean not null default true,
  push boolean not null default true,
  mail boolean not null default true,
  mail_round integer not null default 0,
  changed_at timestamptz(3) not null,
  constraint notification_settings_pkey primary key (user_id, topic)
);
comment on column notification_settings.mail_round is
  'addresses in mails that switch them off are good for one round; switching mail on again begins the next';

-- As `let_go_of_erased_user`. A setting locks the account first, so none is added later.
create function let_go_of_erased_settings() returns trigger language plpgsql as $$
begin
  delete from notification_settings where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_settings after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_settings();

-- One that its user does not want to see: it is there so that its cause stays told once.
alter table notifications add column is_hidden boolean not null default false;

create or replace function notifications_after(users uuid[], numbers integer[], most integer)
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
    select next.id, next.title, next.message, next.type, coalesce(next.data, '{}') as data, next.read,
           to_char(next.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
  ) told
  order by place, next.number
$$;

-- E-mails to which no mail could be delivered, as servers refused them or reports say. It is of that e-mail alone: another one
-- of the same user is as good as any.
create table undeliverable_emails (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  status text not null collate "C",
  noted_at timestamptz(3) not null
);
comment on column undeliverable_emails.status is 'why, as an enhanced status code (RFC 3463) such as 5.1.1';

create function let_go_of_erased_email() returns trigger language plpgsql as $$
begin
  delete from undeliverable_emails where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_email after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_email();
