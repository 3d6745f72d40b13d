-- The live streams that each user has open, over all processes of the service.
create table live_streams (
  kind text not null,
  user_id uuid not null references users on delete cascade,
  processes text[] not null,
  primary key (kind, user_id)
);
comment on column live_streams.processes is
  'For each stream the process that has it. One that lives holds an advisory lock of this number; others do not count';
