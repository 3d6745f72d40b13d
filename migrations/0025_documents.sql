-- Invoices and credit notes, the numbers of their series, and the work that is still to be done for them.
create table document_series (
  seller text collate "C" not null,
  prefix text collate "C" not null,
  year integer not null,
  last integer not null,
  primary key (seller, prefix, year)
);
comment on column document_series.seller is 'the organizer; empty: the operator';
comment on column document_series.last is 'the last number that was given; documents are issued under the lock of this row';

create table documents (
  id uuid primary key,
  kind text collate "C" not null,
  reason text collate "C" not null,
  seller text collate "C" not null,
  prefix text collate "C" not null,
  year integer not null,
  sequence integer not null,
  number text collate "C" not null,
  order_id uuid not null references orders,
  invoice_id uuid not null references documents,
  corrects uuid references documents,
  refund_ids uuid[] not null default '{}',
  festival_ids uuid[] not null default '{}',
  time_zone text collate "C" not null,
  issued_on text collate "C" not null,
  issued_at timestamptz(3) not null,
  gross_cents integer not null,
  vat_cents integer not null,
  units jsonb not null,
  data jsonb not null,
  xml bytea,
  pdf bytea,
  xml_sha256 bytea,
  pdf_sha256 bytea,
  rendered_at timestamptz(3),
  mailed_at timestamptz(3),
  constraint documents_kind check (kind in ('invoice', 'credit_note')),
  constraint documents_reason check (reason in ('sale', 'refund', 'failed_refund', 'changed')),
  constraint documents_money check (gross_cents > 0 and vat_cents between 0 and gross_cents),
  constraint documents_rendered
    check (num_nonnulls(xml, pdf, xml_sha256, pdf_sha256, rendered_at) in (0, 5)),
  constraint documents_number_once unique (seller, number),
  constraint documents_sequence_once unique (seller, prefix, year, sequence)
);
comment on column documents.seller is 'the organizer when it was paid; empty: the operator';
comment on column documents.invoice_id is
  'the invoice that a credit note reduces, or a failed refund makes whole again; itself for the invoice of a sale';
comment on column documents.corrects is
  'the document that this one names: the invoice of a credit note, the credit note of a failed refund';
comment on column documents.time_zone is 'of the seller: that of the festival, for the operator UTC';
comment on column documents.issued_on is 'YYYY-MM-DD in time_zone';
comment on column documents.units is
  '[{payment_id, line, cents, vat_cents}]: the share of each payment; line is its place in the lines of data';
comment on column documents.data is 'DocumentData: all that the XML and the PDF say';
comment on column documents.rendered_at is 'null: XML and PDF are still to be made';
comment on column documents.mailed_at is 'when it was attached to a mail, or a mail of its own was made due';
create unique index documents_sale_once on documents (order_id, seller) where reason = 'sale';
create index documents_of_order on documents (order_id, id);
create index documents_of_festival on documents using gin (festival_ids);
create index documents_of_seller on documents (seller, issued_on, id);
create index documents_to_render on documents (id) where rendered_at is null;
create index documents_to_mail on documents (rendered_at) where mailed_at is null and rendered_at is not null;

-- What was issued stays. XML and PDF are added once.
create function keep_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.rendered_at is null or (old.xml, old.pdf, old.xml_sha256, old.pdf_sha256, old.rendered_at)
      is not distinct from (new.xml, new.pdf, new.xml_sha256, new.pdf_sha256, new.rendered_at))
    and (to_jsonb(old) - '{xml,pdf,xml_sha256,pdf_sha256,rendered_at,mailed_at}'::text[])
      = (to_jsonb(new) - '{xml,pdf,xml_sha256,pdf_sha256,rendered_at,mailed_at}'::text[]) then
    return new;
  end if;
  raise exception 'A document stays as it was issued' using errcode = '23514';
end $$;
create trigger documents_kept before update or delete on documents for each row execute function keep_document();

create table documents_due (
  kind text collate "C" not null,
  about uuid not null,
  settled_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  primary key (next_at, about, kind),
  constraint documents_due_kind check (kind in ('sale', 'refund', 'failed_refund', 'changed'))
);
comment on table documents_due is 'orders and refunds without their documents, added by the transaction that settles them';
comment on column documents_due.about is 'the order, or the refund';
comment on column documents_due.next_at is 'settled_at, or later if its seller lacks details or its order waits itself';

create table closed_months (
  organizer_id text collate "C" not null,
  month text collate "C" not null,
  closed_at timestamptz(3) not null,
  primary key (organizer_id, month)
);
comment on table closed_months is 'months of a seller whose documents are final';
comment on column closed_months.month is 'YYYY-MM of their day of issue';

create trigger closed_months_noted after insert on closed_months
  for each row when (current_setting('festival.audit', true) <> '')
  execute function note_row('organizer', 'organizer_id', 'month');

alter table orders add settled_at timestamptz(3);
comment on column orders.settled_at is 'when it was paid; null: it is not, or it was before this was noted';

-- Runs in the transaction that settles, also in that of the version before: so no document is missed, however late it commits.
create function add_document_of_order() returns trigger language plpgsql as $$
begin
  insert into documents_due (kind, about, settled_at, next_at)
  values ('sale', new.id, coalesce(new.settled_at, now()), coalesce(new.settled_at, now()));
  return null;
end $$;
create trigger orders_document_due after update of status on orders
  for each row when (new.status = 'succeeded' and old.status <> 'succeeded' and new.amount_cents > 0 and new.sale_id is null)
  execute function add_document_of_order();

create function add_document_of_refund() returns trigger language plpgsql as $$
begin
  insert into documents_due (kind, about, settled_at, next_at)
  select case when new.refused is null then 'refund' else 'failed_refund' end, new.id, at, at
  from (select coalesce(case when new.refused is null then new.done_at else new.refused_at end, now()) as at) settled;
  return null;
end $$;
create trigger refunds_document_due after update of done_at, refused on refunds
  for each row when (new.amount_cents > 0 and new.done_at is not null
    and (old.done_at is null and new.refused is null or old.done_at is not null and old.refused is null and new.refused is not null))
  execute function add_document_of_refund();

-- Details that are given with the order stand in its invoice. Later ones make it anew.
create function add_document_of_billing() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'changed_at' = to_jsonb(new) - 'changed_at' then return null; end if;
  insert into documents_due (kind, about, settled_at, next_at)
  select 'changed', o.id, new.changed_at, new.changed_at from orders o
  where o.id = new.order_id and o.status = 'succeeded' and o.amount_cents > 0 and o.sale_id is null
  on conflict do nothing;
  return null;
end $$;
create trigger order_billing_document_due after insert or update on order_billing
  for each row execute function add_document_of_billing();

-- A seller that has more details now may be complete: its documents need not wait for the next try.
create function hasten_documents() returns trigger language plpgsql as $$
begin
  update documents_due set next_at = settled_at where next_at > settled_at;
  return null;
end $$;
create trigger sellers_hasten_documents after insert or update on sellers
  for each statement execute function hasten_documents();
