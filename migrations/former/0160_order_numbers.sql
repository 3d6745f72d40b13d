-- The number of an order, the processor's ids, and refunds that fail after they were done.
alter table orders add column number text collate "C";
alter table orders add column processor_id text collate "C";
comment on column orders.number is 'ten characters as those of short codes; null: the job that numbers orders of before has not reached it';
comment on column orders.processor_id is 'the processor''s id of its charge, such as pi_3Nx; null: not known';

alter table refunds add column processor_id text collate "C";
alter table refunds add column refused_at timestamptz(3);
alter table refunds add column by_other_means boolean not null default false;
alter table refunds add column is_owed boolean not null default false;
comment on column refunds.processor_id is 'the processor''s id of it, such as re_3Nx; null: not known';
comment on column refunds.refused is 'why the processor did not give it back, or, with done_at, why it failed later; null: neither';
comment on column refunds.refused_at is 'when that was booked; null: not refused, or before this was noted';
comment on column refunds.is_owed is 'a part that failed after its payment had ended, and was not asked for again';
comment on column refunds.by_other_means is 'staff gave the money back without the processor, which had refused';

create or replace trigger refunds_noted after insert on refunds
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('payment', 'payment_id', 'amount_cents by_other_means');

-- Stripe's test methods for refunds that end later.
alter table simulated_charges add column delays_refund boolean not null default false;
alter table simulated_refunds add column ends_at timestamptz(3);
comment on column simulated_charges.refuses_refund is 'its refunds fail after they succeeded';
comment on column simulated_charges.delays_refund is 'its refunds are pending at first';
comment on column simulated_refunds.ends_at is 'from when on its last state holds; null: from the beginning';
