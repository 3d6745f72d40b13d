-- What organizers are shown of their sales, what calendars are told of a change, and what a user is
-- given of their own.

-- The sales of a festival in the order of time; all that is added up lies in the index itself.
create index payments_of_festival_by_time on payments (festival_id, created_at, id)
  include (payment_type, entity_id, status, amount_cents) where festival_id is not null;
create index tickets_validated on tickets (festival_id, validated_at) include (payment_id)
  where validated_at is not null;

-- Calendar programs take a newer revision of an event for the one they know.
alter table festivals add column revision integer not null default 0;
alter table festivals add column revised_at timestamptz(3);

create index gate_scans_of_user on gate_scans (user_id, received_at desc, id) where user_id is not null;
create index refunds_of_requester on refunds (requested_by, created_at desc, id) where requested_by is not null;

-- Who may change any festival lists the cancelled ones, the latest first.
create index festivals_cancelled_latest on festivals (start_time desc, id)
  where cancelled_at is not null and deleted_at is null;
