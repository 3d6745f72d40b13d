-- What the operator, who collects, owes the organizers.
create table settlement_terms (
  organizer_id text collate "C" primary key references organizers on delete cascade,
  commission_percent integer not null default 0,
  commission_cents integer not null default 0,
  commission_vat_percent integer not null default 0,
  passes_fees boolean not null default false,
  constraint settlement_terms_commission check (commission_percent between 0 and 10000 and commission_cents >= 0),
  constraint settlement_terms_vat check (commission_vat_percent between 0 and 10000)
);
comment on column settlement_terms.commission_percent is 'hundredths of a percent of what was sold and not refunded';
comment on column settlement_terms.commission_cents is 'for each unit that was sold and not returned';
comment on column settlement_terms.commission_vat_percent is 'hundredths of a percent';
comment on column settlement_terms.passes_fees is 'the organizer bears the fees of the processor';

create trigger settlement_terms_noted
  after insert or update on settlement_terms
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'organizer_id', 'commission_percent commission_cents commission_vat_percent passes_fees');

create table settlements (
  id uuid primary key,
  organizer_id text collate "C" not null references organizers,
  month text collate "C" not null,
  year integer not null,
  sequence integer not null,
  sold integer not null,
  sales_cents bigint not null,
  refunds_cents bigint not null,
  fees_cents bigint not null,
  commission_cents bigint not null,
  commission_vat_cents bigint not null,
  terms jsonb not null,
  lines jsonb not null,
  created_at timestamptz(3) not null,
  constraint settlements_month_once unique (organizer_id, month),
  constraint settlements_number_once unique (year, sequence)
);
comment on table settlements is 'monthly statements; they stay as they were made';
comment on column settlements.month is 'YYYY-MM, of each festival in its own time zone';
comment on column settlements.lines is '[{festival_id, name, sold, sales_cents, refunds_cents}]';
create trigger settlements_noted after insert on settlements
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'organizer_id', 'month');
create index settlements_newest on settlements (created_at desc, id desc);
