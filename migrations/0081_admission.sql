-- How often a ticket admits, as its tier or accommodation says, and every passage through a gate.
alter table tiers add column admission text not null default 'once';
alter table tiers add constraint tiers_admission
  check (admission in ('once', 'reentry', 'once_a_day')) not valid;
comment on column tiers.admission is 'once; reentry: again after it was scanned out; once_a_day: days end at 06:00';

alter table accommodations add column admission text not null default 'once';
alter table accommodations add constraint accommodations_admission
  check (admission in ('once', 'reentry', 'once_a_day')) not valid;
comment on column accommodations.admission is 'once; reentry: again after it was scanned out; once_a_day: days end at 06:00';

create or replace trigger tiers_noted
  after insert or delete or update of name, price_cents, quantity, start_time, end_time, valid_since,
    valid_until, description, translations, hidden, max_per_order, max_per_person, vat, refundable, transferable,
    admission, archived_at on tiers
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('festival', 'festival_id',
    'name price_cents quantity start_time end_time valid_since valid_until description translations hidden max_per_order max_per_person vat refundable transferable admission archived_at',
    'tickets', 'id');
create or replace trigger tiers_changed
  after insert or delete or update of festival_id, name, price_cents, quantity, start_time, end_time,
    valid_since, valid_until, description, translations, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, admission, archived_at, position on tiers
  for each row execute function tier_changed();
create or replace trigger accommodations_noted
  after insert or delete or update of festival_id, name, type, description, translations, price_cents, quantity,
    capacity, check_in, check_out, amenities, photo, hidden, max_per_order, max_per_person, vat, refundable,
    transferable, admission, archived_at on accommodations
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('accommodation', 'id',
    'festival_id name type description translations price_cents quantity capacity check_in check_out amenities photo hidden max_per_order max_per_person vat refundable transferable admission archived_at');

-- Which way a scan asked to go. `outcome` stays `admitted` once for each ticket.
alter table gate_scans add column direction text not null default 'in';
alter table gate_scans add constraint gate_scans_direction check (direction in ('in', 'out')) not valid;
comment on column gate_scans.outcome is 'admitted: in for the first time; readmitted: in again; left: out; else the code of the refusal';

-- As `gate_scans`, it has no foreign key to payments. Of a ticket whose `passed_at` is null, what an earlier version
-- admitted is in `validated_at` alone.
create table gate_passages (
  payment_id uuid not null,
  zone text not null,
  ordinal integer not null,
  festival_id uuid not null references festivals,
  scan_id uuid not null references gate_scans,
  direction text not null,
  at timestamptz(3) not null,
  primary key (payment_id, zone, ordinal),
  constraint gate_passages_directions check (direction in ('in', 'out'))
);
comment on table gate_passages is 'passages of tickets through a gate';
comment on column gate_passages.zone is 'the part of the festival that it leads into: main';
comment on column gate_passages.ordinal is 'from 1, in the order in which the service heard of them';
comment on column gate_passages.at is 'when, corrected as scans are';
create index gate_passages_of_festival on gate_passages (festival_id, at, payment_id);

-- A gate hears of each passage, as of other changes of a ticket.
alter table tickets add column passed_at timestamptz(3);
comment on column tickets.passed_at is 'when the service last heard of a passage; null: of none';
create or replace trigger tickets_change
  before update of validated_at, revoked_at, revision, blocked_at, passed_at on tickets
  for each row execute function forget_number_of_ticket();
