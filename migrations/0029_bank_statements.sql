-- Statements of the bank account: what came in by them, and what was decided about it.
create table bank_statements (
  id uuid primary key,
  name text not null,
  imported_at timestamptz(3) not null
);
comment on table bank_statements is 'a file that was imported, with at least one entry that was new';

create trigger bank_statements_noted
  after insert on bank_statements
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('bank_statement', 'id', 'name');

create table bank_entries (
  id uuid primary key,
  key text collate "C" not null,
  statement_id uuid not null references bank_statements,
  booked_on text collate "C" not null,
  cents double precision not null,
  name text,
  iban text,
  text text not null,
  charges_cents double precision not null,
  is_reversal boolean not null,
  return_reason text,
  state text not null,
  reason text not null,
  order_id uuid references orders,
  decision text,
  decided_at timestamptz(3),
  constraint bank_entries_key_once unique (key),
  constraint bank_entries_day check (booked_on ~ '^\d{4}-\d{2}-\d{2}$'),
  constraint bank_entries_money check (cents <> 0),
  constraint bank_entries_state check (state in ('booked', 'open', 'decided', 'ignored')),
  constraint bank_entries_decision check ((state = 'decided') = (decision is not null) and (decision is null) = (decided_at is null)),
  constraint bank_entries_decisions check (decision in ('accept', 'book_on', 'give_back', 'dismiss'))
);
comment on column bank_entries.key is 'the same in every file that has it';
comment on column bank_entries.booked_on is 'the day, as the bank writes it';
comment on column bank_entries.cents is 'negative: it left the account';
comment on column bank_entries.reason is 'why it is in this state: what it was booked on, or what is wrong with it';
comment on column bank_entries.order_id is 'the order that it names, or was booked on';
create index bank_entries_open on bank_entries (id) where state = 'open';
create index bank_entries_of_order on bank_entries (order_id) where order_id is not null;

create trigger bank_entries_noted
  after update of decision on bank_entries
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('bank_entry', 'id', 'cents decision order_id');

-- Files of transfers that the operator hands in at the bank.
create table bank_files (
  id uuid primary key,
  created_at timestamptz(3) not null,
  handed_in_at timestamptz(3),
  transfers integer not null,
  cents double precision not null,
  content text not null
);
comment on column bank_files.content is 'pain.001, as it was made';

create trigger bank_files_noted
  after insert or update of handed_in_at on bank_files
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('bank_file', 'id', 'transfers cents handed_in_at');

alter table bank_refunds add entry_id uuid;
alter table bank_refunds add file_id uuid;
comment on column bank_refunds.entry_id is 'the entry that goes back without having been booked; null: a refund of a charge';
comment on column bank_refunds.file_id is 'the file that orders it; null: none yet';
