-- Tickets that their buyers give to the next in line, at face value. A ticket stays good until it is bought: then it ends,
-- and the one sold for it begins, in one transaction. Nothing of it is stock.
create table ticket_returns (
  id uuid primary key,
  payment_id uuid not null references payments,
  tier_id uuid not null references tiers on delete cascade,
  festival_id uuid not null references festivals on delete cascade,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  outcome text collate "C",
  sold_to uuid references payments,
  constraint ticket_returns_outcome check (outcome in ('sold', 'taken_back', 'ended')),
  constraint ticket_returns_ended check ((ended_at is null) = (outcome is null)),
  constraint ticket_returns_sold check ((outcome is not distinct from 'sold') = (sold_to is not null))
);
comment on column ticket_returns.id is 'ids are in the order of time: the lowest of a tier is offered first';
comment on column ticket_returns.payment_id is 'of the ticket that is given back';
comment on column ticket_returns.outcome is 'ended: the ticket was used, refunded or disputed meanwhile, or its tier is not sold any more';
comment on column ticket_returns.sold_to is 'the payment that bought it';
create unique index ticket_returns_open on ticket_returns (payment_id) where ended_at is null;
create unique index ticket_returns_sold_once on ticket_returns (payment_id) where outcome = 'sold';
create index ticket_returns_listed on ticket_returns (tier_id, id) where ended_at is null;
create index ticket_returns_of_payment on ticket_returns (payment_id, id);

alter table waiting_entries add column return_id uuid;
comment on column waiting_entries.return_id is 'the return whose ticket it offers; null: it holds stock';
alter table payments add column return_id uuid;
comment on column payments.return_id is 'the return whose ticket it holds or has bought; null: one of the stock';
alter table refunds add column return_id uuid;
comment on column refunds.return_id is 'the return by which the ticket was bought by another; null: it was refunded otherwise';

create trigger ticket_returns_noted after insert or update of ended_at on ticket_returns
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('return', 'id', 'payment_id ended_at outcome');

-- Whatever ends a ticket, or keeps it from the gate, ends its return, also where that is undone later.
create function end_return_of_ticket() returns trigger language plpgsql as $$
begin
  update ticket_returns set outcome = 'ended', ended_at = greatest(new.validated_at, new.revoked_at, new.blocked_at)
  where payment_id = new.payment_id and ended_at is null;
  return null;
end $$;
create trigger tickets_end_return after update of validated_at, revoked_at, blocked_at on tickets
  for each row when (coalesce(new.validated_at, new.revoked_at, new.blocked_at) is not null)
  execute function end_return_of_ticket();

-- As `let_go_of_erased_waiting`.
create function let_go_of_erased_returns() returns trigger language plpgsql as $$
begin
  update ticket_returns r set outcome = 'taken_back', ended_at = new.erased_at
  from payments p where p.user_id = new.id and r.payment_id = p.id and r.ended_at is null;
  return null;
end $$;
create trigger users_erased_from_returns after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_returns();
