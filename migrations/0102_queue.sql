-- The waiting room of a sale: who wants to buy takes a number, numbers are drawn into an order that all can check,
-- and are served in it.
create table queues (
  id uuid primary key,
  festival_id uuid not null references festivals on delete cascade,
  opens_at timestamptz(3) not null,
  draw_at timestamptz(3) not null,
  groups_of integer not null,
  source text not null,
  round integer,
  commitment bytea not null,
  receipt_key bytea not null,
  secrets bytea not null,
  created_at timestamptz(3) not null,
  cancelled_at timestamptz(3),
  constraint queues_times check (opens_at < draw_at),
  constraint queues_groups check (groups_of between 1 and 20),
  constraint queues_source check (source = 'drand' and round > 0 or source = 'organizer' and round is null)
);
comment on column queues.round is 'of drand, whose randomness orders the numbers; fixed before anyone enters';
comment on column queues.commitment is 'SHA-256 of the seed of its own that it has in secrets';
comment on column queues.receipt_key is 'the public half of the Ed25519 key that signs receipts';
comment on column queues.secrets is 'sealed: a seed of 32 bytes, then the private half of the key, 32 bytes';
create unique index queues_of_festival on queues (festival_id) where cancelled_at is null;

create table queue_tiers (
  tier_id uuid primary key references tiers on delete cascade,
  queue_id uuid not null references queues on delete cascade
);
comment on table queue_tiers is 'what can be bought in turn alone';
create index queue_tiers_of_queue on queue_tiers (queue_id);

create table queue_counts (
  queue_id uuid primary key references queues on delete cascade,
  entered integer not null default 0
) with (fillfactor = 50);
comment on column queue_counts.entered is 'how many numbers there are, from 0 without gaps; who enters locks it';

create table queue_entries (
  queue_id uuid not null references queues on delete cascade,
  number integer not null,
  user_id uuid not null references users,
  serves integer not null,
  salt uuid not null,
  entered_at timestamptz(3) not null,
  primary key (queue_id, number),
  constraint queue_entries_once unique (user_id, queue_id)
);
comment on column queue_entries.serves is 'the number that is theirs: their own, or that of the group they have joined';
create index queue_entries_of_group on queue_entries (queue_id, serves) where serves <> number;

create table queue_receipts (
  queue_id uuid not null references queues on delete cascade,
  first integer not null,
  count integer not null,
  signature bytea not null,
  primary key (queue_id, first)
);
comment on table queue_receipts is 'numbers that were given at once, under one signature';

create table queue_draws (
  queue_id uuid primary key references queues on delete cascade,
  entries integer not null,
  root bytea not null,
  committed_at timestamptz(3) not null,
  randomness bytea,
  proven boolean,
  seed bytea,
  drawn_at timestamptz(3),
  serving integer not null default 0,
  pace integer not null default 600,
  constraint queue_draws_drawn check (num_nonnulls(randomness, proven, seed, drawn_at) in (0, 4)),
  constraint queue_draws_served check (serving = 0 or seed is not null)
);
comment on column queue_draws.entries is 'how many numbers are drawn; later ones stand behind them as they came';
comment on column queue_draws.randomness is 'the signature of the round of drand, or the seed that was committed to';
comment on column queue_draws.proven is 'whether it is what was fixed before, and unknown when the entries were';
comment on column queue_draws.serving is 'so many places have their turn; it only grows';
comment on column queue_draws.pace is 'how many may get theirs in a minute, as the service sells without waiting';

create table queue_parts (
  queue_id uuid not null references queues on delete cascade,
  part integer not null,
  leaves bytea not null,
  hash bytea not null,
  primary key (queue_id, part)
);
comment on table queue_parts is 'the entries as they were drawn: 32 bytes each, 8,192 in a part';

create table queue_servings (
  queue_id uuid not null references queues on delete cascade,
  serving integer not null,
  served_at timestamptz(3) not null,
  primary key (queue_id, serving)
);
create index queue_servings_by_time on queue_servings (queue_id, served_at);

-- Neither a number nor a place is ever moved.
create function keep_queue_numbers() returns trigger language plpgsql as $$
begin
  raise exception 'A number of a queue stays as it is' using errcode = '23514';
end $$;
create trigger queue_entries_kept before update of queue_id, number, user_id, salt on queue_entries
  for each row when ((old.queue_id, old.number, old.user_id, old.salt) is distinct from (new.queue_id, new.number, new.user_id, new.salt))
  execute function keep_queue_numbers();
create trigger queue_draws_kept before update on queue_draws
  for each row when (new.serving < old.serving or (old.entries, old.root) is distinct from (new.entries, new.root)
    or old.seed is not null and old.seed is distinct from new.seed)
  execute function keep_queue_numbers();

create trigger queues_noted
  after insert or update of opens_at, draw_at, groups_of, source, round, cancelled_at on queues
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('queue', 'id', 'opens_at draw_at groups_of source round cancelled_at');
