-- Which holders of a festival were told of what, guests too, who have no notifications: each is told of a cause once, by
-- all ways together. It goes some weeks after the festival.
create table holders_told (
  festival_id uuid not null references festivals,
  cause text not null collate "C",
  user_id uuid not null references users,
  told_at timestamptz(3) not null,
  constraint holders_told_pkey primary key (festival_id, cause, user_id)
);
comment on column holders_told.cause is 'of what, with its version: a change, the cancellation, a start that is near';
create index holders_told_of_user on holders_told (user_id);

-- What mails to holders tell of: a change of time or place, or a start that is near.
create table festival_news (
  id uuid primary key,
  festival_id uuid not null references festivals,
  cause text not null collate "C",
  before jsonb,
  created_at timestamptz(3) not null,
  due_at timestamptz(3),
  constraint festival_news_once unique (festival_id, cause)
);
comment on column festival_news.before is 'when and where the festival was to be before the changes; null: nothing changed';
comment on column festival_news.due_at is 'when changes have come to rest, and holders are mailed; null: mails are due already';
-- Changes that follow each other soon are told as one.
create unique index festival_news_resting on festival_news (festival_id) where due_at is not null;
create index festival_news_due on festival_news (due_at) where due_at is not null;
