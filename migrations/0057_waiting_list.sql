-- People who wait for tickets of a tier that is sold out. What becomes free is offered to the first whose quantity fits:
-- an offer holds it for them for a while. An entry stays when it has ended, for the figures of the festival, until a
-- while after that is over.
create table waiting_entries (
  id uuid primary key,
  user_id uuid not null references users,
  tier_id uuid not null references tiers on delete cascade,
  festival_id uuid not null references festivals on delete cascade,
  quantity integer not null,
  status text collate "C" not null default 'waiting',
  ordered integer not null default 0,
  order_id uuid,
  created_at timestamptz(3) not null,
  offered_at timestamptz(3),
  expires_at timestamptz(3),
  ended_at timestamptz(3),
  constraint waiting_entries_status check (status in ('waiting', 'offered', 'taken', 'lapsed', 'left', 'ended')),
  constraint waiting_entries_quantity check (quantity > 0 and ordered between 0 and quantity),
  constraint waiting_entries_ordered check (ordered = 0 or status = 'offered'),
  constraint waiting_entries_offered check ((offered_at is null) = (expires_at is null)),
  constraint waiting_entries_ended check ((ended_at is null) = (status in ('waiting', 'offered')))
);
comment on column waiting_entries.id is 'ids are in the order of time: the lowest of a tier is the first in line';
comment on column waiting_entries.ordered is 'how many of it an open order holds instead of the offer';
comment on column waiting_entries.order_id is 'the order that buys, or has bought, with the offer';
comment on column waiting_entries.expires_at is 'the end of the offer';
create unique index waiting_entries_once on waiting_entries (tier_id, user_id) where ended_at is null;
create index waiting_entries_in_line on waiting_entries (tier_id, id) where status = 'waiting';
create index waiting_entries_by_quantity on waiting_entries (tier_id, quantity) where status = 'waiting';
create index waiting_entries_offered on waiting_entries (expires_at) where status = 'offered';
create index waiting_entries_of_user on waiting_entries (user_id, id);
create index waiting_entries_of_festival on waiting_entries (festival_id, tier_id);

alter table tiers add column waiting integer;
comment on column tiers.waiting is 'the fewest that one person waits for: if so many are free they are not for all; null: none waits';

alter table orders add column offer_id uuid;
comment on column orders.offer_id is 'the waiting entry whose offer it buys with; null: it is for sale to all';

-- As `let_go_of_erased_transfers`. An offer lapses at once, so that the next round offers what it held.
create function let_go_of_erased_waiting() returns trigger language plpgsql as $$
begin
  update waiting_entries set status = 'left', ended_at = new.erased_at where user_id = new.id and status = 'waiting';
  update waiting_entries set expires_at = new.erased_at where user_id = new.id and status = 'offered';
  return null;
end $$;
create trigger users_erased_from_waiting after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_waiting();
