-- Addresses at which calendar programs read what a user goes to: one for each user, until it is replaced or revoked.
create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  hash bytea not null,
  created_at timestamptz(3) not null,
  constraint calendar_feeds_hash_once unique (hash)
);
comment on table calendar_feeds is 'secret addresses of users’ own calendars';
comment on column calendar_feeds.hash is 'of the secret in the address';

-- As `let_go_of_erased_hearts`. An address locks the account first, so none is added later.
create function let_go_of_erased_calendar_feeds() returns trigger language plpgsql as $$
begin
  delete from calendar_feeds where user_id = new.id;
  return null;
end $$;
create trigger users_erased_with_calendar_feeds after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_calendar_feeds();
