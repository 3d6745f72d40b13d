-- Who admits at a festival's gate, people and devices, and everything they have scanned.
create table gate_staff (
  festival_id uuid not null references festivals on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null,
  primary key (festival_id, user_id)
);
create index gate_staff_by_user on gate_staff (user_id, festival_id);

-- As `let_go_of_erased_user`: erasing an account keeps its row.
create function let_go_of_erased_gate_staff() returns trigger language plpgsql as $$
begin
  delete from gate_staff where user_id = new.id;
  return null;
end $$;
create trigger users_erased_from_gates after update of erased_at on users
  for each row when (old.erased_at is null and new.erased_at is not null)
  execute function let_go_of_erased_gate_staff();

-- A device that was taken away keeps its row, so that what it scanned still names it.
create table gate_devices (
  id uuid primary key,
  festival_id uuid not null references festivals on delete cascade,
  name text not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3),
  ended_at timestamptz(3)
);
create index gate_devices_of_festival on gate_devices (festival_id, created_at desc, id) where ended_at is null;

alter table tokens add column device_id uuid references gate_devices on delete cascade;
comment on column tokens.device_id is 'the token of a gate device, which came through the client';
create index tokens_of_device on tokens (device_id) where device_id is not null;

-- A scan is the same scan when the same device or person sends the same nonce for the same ticket.
-- No foreign key to payments: its check would lock the payment after the ticket, and a refund locks
-- the payment first.
create table gate_scans (
  id uuid primary key,
  festival_id uuid not null references festivals,
  device_id uuid references gate_devices,
  user_id uuid references users,
  scanner uuid not null generated always as (coalesce(device_id, user_id)) stored,
  nonce text collate "C" not null,
  payment_id uuid,
  outcome text not null,
  admitted_offline boolean not null,
  scanned_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  constraint gate_scans_by_one check (num_nonnulls(device_id, user_id) = 1),
  constraint gate_scans_once unique nulls not distinct (scanner, nonce, payment_id, festival_id)
);
comment on column gate_scans.payment_id is 'null: the code was none of our tickets';
comment on column gate_scans.outcome is 'admitted, or the code of the refusal';
comment on column gate_scans.scanned_at is 'as the device says';
create unique index gate_scans_admit_once on gate_scans (payment_id) where outcome = 'admitted';
create index gate_scans_of_payment on gate_scans (payment_id, received_at, id) where payment_id is not null;
create index gate_scans_clashing on gate_scans (festival_id, received_at desc, id)
  where admitted_offline and outcome <> 'admitted';

-- A gate also admits with what is no longer sold.
drop index tiers_of_festival;
create index tiers_of_festival on tiers (festival_id, position);
drop index accommodations_of_festival;
create index accommodations_of_festival on accommodations (festival_id, name, id);

-- Tickets that were used or revoked are numbered per festival by whoever asks for them next, one after
-- the other: so a number is only ever given to what has committed, and whoever has read up to a number
-- has missed nothing below it. One that changes again loses its number.
alter table tickets add column change integer;
create index tickets_changed on tickets (festival_id, change) where change is not null;
create index tickets_to_number on tickets (festival_id, payment_id)
  where change is null and (validated_at is not null or revoked_at is not null);

create function forget_number_of_ticket() returns trigger language plpgsql as $$
begin
  new.change = null;
  return new;
end $$;
create trigger tickets_change before update of validated_at, revoked_at on tickets
  for each row execute function forget_number_of_ticket();

create table ticket_changes (
  festival_id uuid primary key references festivals on delete cascade,
  last integer not null
);
