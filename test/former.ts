/** Databases from before the baseline. */
import type pg from 'pg'
import { formerMigrations } from '#platform/database/baseline'

/** Removes what the migrations in `migrations/former/` add. */
const undo = `
  drop trigger orders_document_due on orders;
  drop trigger refunds_document_due on refunds;
  drop function add_document_of_order, add_document_of_refund;
  drop table mail_budgets, photo_folders, sellers, bank_refunds, bank_charges, bank_entries, bank_statements, bank_files, order_billing, seller_versions, documents_due, documents, document_series, closed_months;
  drop function note_operator_month;
  drop trigger organizers_seller_version on organizers;
  drop function note_seller_version, note_seller_of_row;
  drop table settlements, settlement_terms;
  drop trigger users_erased_from_members on users;
  drop function let_go_of_erased_member;
  drop table organizer_members;
  alter table invitations drop member_of cascade, drop member_role cascade, drop may_refund;
  alter table invitations add constraint invitations_to_one check (num_nonnulls(organizer_id, festival_id, granted_right) = 1);
  drop table payout_syncs, balance_entries, payouts;
  drop trigger users_erased_with_billing on users;
  drop function let_go_of_erased_billing, add_document_of_billing, keep_document, hasten_documents;
  drop trigger users_email_replaced on users;
  drop trigger users_access_ended on users;
  drop function note_replaced_email, end_standing_access;
  alter table organizers drop contact_email cascade;
  alter table sign_in_codes drop request_id;
  alter table users drop proven_before, drop access_ended_at, drop access_to_review;
  alter table gate_devices drop is_unmanaged;
  alter table payments drop seller_id, drop vat_cents, drop vat_by_unit;
  alter table refunds drop vat_cents, drop processor_id, drop refused_at, drop by_other_means, drop is_owed;
  alter table ticket_returns drop promised_cents;
  alter table orders drop number, drop processor_id, drop settled_at;
  alter table simulated_charges drop delays_refund;
  alter table simulated_refunds drop ends_at;
  alter table till_sales alter key set not null;
  alter table gigs drop billing_text;
  drop function has_former_search_name, has_former_search_text cascade;
  alter table accommodations drop search_name;
  alter table subscriptions drop search_name;
  alter table clients drop search_name;
  alter table tiers drop at_tills cascade;
  alter table accommodations drop at_tills cascade;
  alter table festivals drop moved_at, drop moved_refund_until cascade, drop transfer_days, drop city cascade, drop search_text;
  alter table queue_draws drop has_unserved;
  alter table festival_news drop line_up, drop editors, drop urgent_at;`

/** Adds what the baseline has no longer. */
const add = `
  create table festival_documents (
    festival_id uuid primary key references festivals on delete cascade, body text, light text);
  create function forget_festival_documents(festivals uuid[]) returns void language sql as '';
  insert into festival_documents (festival_id, body) select id, name from festivals;
  do $do$ declare name text; begin
    for name in select unnest('{festival_changed,gigs_changed,places_changed,tier_changed,artist_changed,organizer_renamed}'::text[]) loop
      execute format('create or replace function %I() returns trigger language plpgsql as $$ begin perform forget_festival_documents(null); return null; end $$', name);
    end loop;
  end $do$;`

/** The last migration of the commit 4568b994. */
const last = '0140_offered_by.concurrently.sql'

/** Turns a database of this version into one of the commit 4568b994. */
export async function makeFormer(pool: pg.Pool): Promise<void> {
  const names = formerMigrations().filter((name) => name <= last)
  await pool.query(`${undo}${add} delete from migrations`)
  await pool.query('insert into migrations (name) select unnest($1::text[])', [names])
}
