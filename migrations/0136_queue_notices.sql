-- How far those in a queue are told of something: that it is their turn, that its draw was moved, that it was cancelled.
create table queue_notices (
  queue_id uuid not null references queues on delete cascade,
  type text not null collate "C",
  told integer not null default 0,
  begun_at timestamptz(3) not null,
  constraint queue_notices_pkey primary key (queue_id, type)
);
comment on column queue_notices.told is 'so many places are told that they have their turn; of anything else, so many numbers';
