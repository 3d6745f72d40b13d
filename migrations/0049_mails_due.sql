-- Mails to users that are still to be sent. The change that one tells of adds its row, so that there is one exactly
-- when there is the change. A row goes when its mail was sent or given up.
create table mails_due (
  kind text not null collate "C",
  about uuid not null,
  user_id uuid not null,
  due_at timestamptz(3) not null,
  tries integer not null default 0,
  constraint mails_due_pkey primary key (kind, about, user_id)
);
comment on column mails_due.about is 'what it tells of, by kind: an order, a refund, a festival, a transfer';
comment on column mails_due.due_at is 'when it is sent, or, once a process has begun, when another may begin';
create index mails_due_in_order on mails_due (due_at);
