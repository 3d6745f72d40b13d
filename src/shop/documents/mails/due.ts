/** Decides which documents are attached to which mail, and which have mails of their own. */
import { type RawBuilder, sql } from 'kysely'
import { isMailed, makeDue } from '#messaging/mail'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'

/** Mails that documents are attached to: the confirmation of a purchase, also once it is sent again, and the mail about its refund. */
export type Carrier = 'purchase' | 'purchaseAgain' | 'refund'

/** The time for which such a mail waits for its documents, ms. */
const patienceMs = 60_000

/** The most documents whose mails are made due at once. */
const most = 200

/** The refunds that a mail is about. */
const refundsOf = (about: string) => sql`
  select r.id, p.order_id from refunds r join payments p on p.id = r.payment_id
  where r.id = ${about} or r.request_id = ${about}`

/** The order that is mailed again at a request. */
const orderOf = (request: string) => sql`(select order_id from order_mails where id = ${request})`

/** True for the documents `d` that belong to a mail. A confirmation that is sent again has the invoices that count now. */
const belongsTo: Record<Carrier, (about: string) => RawBuilder<unknown>> = {
  purchase: (about) => sql`d.order_id = ${about} and d.reason = 'sale'`,
  purchaseAgain: (about) => sql`
    d.order_id = ${orderOf(about)} and d.id = d.invoice_id and not exists (
      select from documents c where c.order_id = d.order_id and c.corrects = d.id and c.reason = 'changed')`,
  refund: (about) => sql`
    d.reason = 'refund' and d.order_id in (select order_id from (${refundsOf(about)}) r)
    and d.refund_ids && array(select id from (${refundsOf(about)}) r)`,
}

/** True if a seller of the payments `p` has the details that documents need: otherwise none is issued for now. */
export const isIssuable = (ofPayments: RawBuilder<unknown>) => sql`exists (
  select from payments p cross join lateral (
    select * from seller_versions v where v.organizer_id = coalesce(p.seller_id, '') order by v.valid_from desc limit 1
  ) v
  where ${ofPayments} and p.amount_cents > 0 and num_nulls(v.legal_name, v.street, v.city, v.country) = 0
    and num_nonnulls(v.vat_id, v.tax_number) > 0)`

/** The rows of `documents_due` whose documents belong to a mail; those that wait for their seller do not count. */
const dueFor: Record<Carrier, (about: string) => RawBuilder<unknown>> = {
  purchase: (about) => sql`
    q.kind = 'sale' and q.about = ${about} and ${isIssuable(sql`p.order_id = ${about}`)}`,
  purchaseAgain: (about) => sql`
    q.kind in ('sale', 'changed') and q.about = ${orderOf(about)}
    and ${isIssuable(sql`p.order_id = ${orderOf(about)}`)}`,
  // Without an invoice there is no credit note.
  refund: (about) => sql`
    q.kind = 'refund' and q.about in (select id from (${refundsOf(about)}) r)
    and exists (
      select from (${refundsOf(about)}) r
      where exists (select from documents d where d.order_id = r.order_id)
        or exists (select from documents_due s where s.kind = 'sale' and s.about = r.order_id))
    and ${isIssuable(sql`p.id in (select payment_id from refunds where id = ${about} or request_id = ${about})`)}`,
}

type MailOf = { carrier: Carrier; about: string }

/** Returns true while a mail is to wait for its documents. */
export async function isAwaited(
  db: Database,
  { carrier, about }: MailOf,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - patienceMs)
  const { rows } = await sql<{ is_awaited: boolean }>`
    select exists (
        select from documents_due q
        where q.next_at > ${since} and q.next_at = q.settled_at and ${dueFor[carrier](about)})
      or exists (
        select from documents d
        where ${belongsTo[carrier](about)} and d.rendered_at is null and d.issued_at > ${since}) as is_awaited`.execute(
    db,
  )
  return rows[0]?.is_awaited ?? false
}

/** Returns true if documents belong to a mail, or are to be issued: their seller has the details that they need. */
export async function hasDocuments(db: Database, { carrier, about }: MailOf): Promise<boolean> {
  const { rows } = await sql<{ has_some: boolean }>`
    select exists (select from documents d where ${belongsTo[carrier](about)})
      or exists (select from documents_due q where ${dueFor[carrier](about)}) as has_some`.execute(
    db,
  )
  return rows[0]?.has_some ?? false
}

export type AttachedDocument = { id: string; number: string; pdf: Buffer }

/** Returns the documents to attach to a mail. */
export async function documentsFor(
  db: Database,
  { carrier, about }: MailOf,
): Promise<AttachedDocument[]> {
  const { rows } = await sql<AttachedDocument>`
    select d.id, d.number, d.pdf from documents d
    where ${belongsTo[carrier](about)} and d.rendered_at is not null order by d.number`.execute(db)
  return rows
}

/** Records that documents were attached to a mail. */
export async function markMailed(db: Database, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update documents set mailed_at = ${now}
    where id = any (${list(ids, 'uuid')}) and mailed_at is null`.execute(db)
}

type Unmailed = { id: string; user_id: string; is_proven: boolean }

/**
 * Makes a mail due for each document that no other mail brings: of a purchase whose confirmation is sent already, of
 * changed details, of a refund that has failed. A buyer whose e-mail is not confirmed gets none, and reads the document
 * with the order. Returns how many documents it has decided on.
 */
export function mailDocuments({
  work,
  now: clock,
  config,
}: Pick<Infrastructure, 'work' | 'now' | 'config'>): Promise<number> {
  return transact(work, async (trx) => {
    const now = clock()
    const { rows } = await sql<Unmailed>`
      select d.id, o.user_id, u.email_proven_at is not null as is_proven
      from documents d join orders o on o.id = d.order_id join users u on u.id = o.user_id
      where d.mailed_at is null and d.rendered_at is not null
        and not exists (
          select from mails_due m
          where d.reason = 'sale' and m.kind = 'purchase' and m.about = d.order_id)
        and not exists (
          select from refunds r join mails_due m on m.kind = 'refund' and m.about in (r.id, r.request_id)
          where d.reason = 'refund' and r.id = any (d.refund_ids))
      order by d.rendered_at limit ${most} for no key update of d skip locked`.execute(trx)
    if (rows.length === 0) return 0
    const mailed = isMailed(config, 'document') ? rows.filter(({ is_proven }) => is_proven) : []
    const mails = mailed.map(
      ({ id: about, user_id }) => ({ kind: 'document', about, user_id }) as const,
    )
    await makeDue({ db: trx, now }, mails)
    await markMailed(
      trx,
      rows.map(({ id }) => id),
      now,
    )
    return rows.length
  })
}
