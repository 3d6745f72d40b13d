-- Disputes: the owner of a card has told the bank that a charge was not right. While one is open the tickets of the
-- payment do not admit; one that is lost has taken the money back.
create table disputes (
  id uuid primary key,
  payment_id uuid not null references payments,
  processor_id text collate "C" not null,
  amount_cents integer not null,
  reason text not null,
  status text collate "C" not null,
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  constraint disputes_processor_id_once unique (processor_id, payment_id),
  constraint disputes_status check (status in ('open', 'won', 'lost')),
  constraint disputes_closed check ((status = 'open') = (closed_at is null))
);
comment on column disputes.processor_id is 'its id at the processor, which payments of one charge share';
comment on column disputes.amount_cents is 'the share of this payment; 0: it is about other payments of the charge';
comment on column disputes.reason is 'as the processor says it, such as fraudulent';
create index disputes_of_payment on disputes (payment_id);

alter table payments add column disputed_at timestamptz(3);
comment on column payments.disputed_at is 'since when a dispute is open; null: none is';

alter table refunds add column dispute_id uuid;
alter table refunds add constraint refunds_dispute_id_fkey foreign key (dispute_id) references disputes not valid;
comment on column refunds.dispute_id is 'the dispute that took the money; null: it was refunded';

alter table tickets add column blocked_at timestamptz(3);
comment on column tickets.blocked_at is 'since when a dispute of its payment keeps it from admitting; null: none does';
create or replace trigger tickets_change before update of validated_at, revoked_at, revision, blocked_at on tickets
  for each row execute function forget_number_of_ticket();
