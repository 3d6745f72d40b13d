/** Reads issued documents, for their buyers and for staff. A document that has no files yet is not there yet. */
import { type RawBuilder, sql } from 'kysely'
import { holdsRight } from '#catalogue/organizers'
import { readShortCode } from '#common/codes/short-code'
import type { UserCaller } from '#core/access'
import { allOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { notFound } from '#platform/values/errors'
import { toEuros } from '#platform/values/money'
import { anywhere } from '#platform/values/text'
import { requireOrderReader } from '#shop/payments'
import type { DocumentData } from '../model/document.ts'
import type { Document, DocumentReason, DocumentSearch } from '../model/schemas.ts'

/** True if the caller reads the money of the seller of the document `d`; through a publishable client none does. */
const isManaged = ({ id, isAdmin, isLimited }: UserCaller): RawBuilder<boolean> => sql`(
  ${!isLimited}::boolean and (${isAdmin}::boolean or ${holdsRight(id, sql.ref('d.seller'), 'read_money')}))`

/** True if the caller may read the document `d` of the order `o`: its buyer, and readers of the money of its seller. */
const isReadBy = (user: UserCaller): RawBuilder<boolean> =>
  sql`(o.user_id = ${user.id} or ${isManaged(user)})`

type Row = {
  id: string
  kind: DocumentData['kind']
  reason: DocumentReason
  seller: string
  number: string
  order_id: string
  issued_on: string
  issued_at: Date
  gross_cents: number
  vat_cents: number
  seller_name: string
  buyer: string
  order_number: string | null
  corrects: string | null
  pdf_sha256: Buffer
  xml_sha256: Buffer
}

const columns = sql`
  d.id, d.kind, d.reason, d.seller, d.number, d.order_id, d.issued_on, d.issued_at, d.gross_cents, d.vat_cents,
  d.data->'seller'->>'name' as seller_name,
  coalesce(d.data->'buyer'->>'company', d.data->'buyer'->>'name') as buyer, o.number as order_number,
  d.data->'corrects'->>'number' as corrects, d.pdf_sha256, d.xml_sha256`

const issued = sql`documents d join orders o on o.id = d.order_id`

/** Returns the documents of an order that the caller may read, the oldest first. 404 for an order of others. */
export async function findOfOrder(
  db: Database,
  { user, orderId }: { user: UserCaller; orderId: string },
): Promise<Document[]> {
  const { isBuyer } = await requireOrderReader(db, user, { orderId, right: 'read_money' })
  if (user.isLimited && !isBuyer) throw notFound('Order')
  const { rows } = await sql<Row>`
    select ${columns} from ${issued}
    where d.order_id = ${orderId} and d.rendered_at is not null and ${isReadBy(user)}
    order by d.issued_at, d.year, d.sequence`.execute(db)
  return rows.map(toDocument)
}

type Files = { number: string; pdf: Buffer; xml: Buffer; data: DocumentData }

/** Returns the files and the data of a document that the caller may read. */
export async function findFiles(
  db: Database,
  { user, id }: { user: UserCaller; id: string },
): Promise<Files | undefined> {
  const { rows } = await sql<Files>`
    select d.number, d.pdf, d.xml, d.data from ${issued}
    where d.id = ${id} and d.rendered_at is not null and ${isReadBy(user)}`.execute(db)
  return rows[0]
}

export type OfFestival = DocumentSearch & { festivalId: string; user: UserCaller }

/** Returns documents of a festival from sellers that the caller manages, the newest first, after the document `after`. */
export async function readPage(
  db: Database,
  selection: OfFestival,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Document[]> {
  const { rows } = await sql<Row>`
    select ${columns} from ${issued}
    where ${conditionsOf(selection)} and ${after === undefined ? sql`true` : sql`d.id < ${after}`}
    order by d.id desc limit ${limit}`.execute(db)
  return rows.map(toDocument)
}

/** Returns the files of documents of a festival, the oldest first, after the document `after`. */
export async function readFiles(
  db: Database,
  selection: OfFestival,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ id: string; number: string; pdf: Buffer; xml: Buffer }[]> {
  const { rows } = await sql<{ id: string; number: string; pdf: Buffer; xml: Buffer }>`
    select d.id, d.number, d.pdf, d.xml from ${issued}
    where ${conditionsOf(selection)} and ${after === undefined ? sql`true` : sql`d.id > ${after}`}
    order by d.id limit ${limit}`.execute(db)
  return rows
}

function conditionsOf({ festivalId, user, q, month }: OfFestival) {
  return allOf([
    sql`d.festival_ids @> array[${festivalId}::uuid]`,
    sql`d.rendered_at is not null`,
    isManaged(user),
    q === undefined ? undefined : isNamed(q.trim()),
    month === undefined ? undefined : sql`left(d.issued_on, 7) = ${month}`,
  ])
}

/** True for documents whose number begins with a text, of the order with this number, or of a buyer with it. */
function isNamed(text: string): RawBuilder<unknown> {
  const buyer = sql`d.data->'buyer'`
  const part = anywhere(text)
  return sql`(
    starts_with(d.number, ${text.toUpperCase()}) or o.number = ${readShortCode(text) ?? ''}
    or ${buyer}->>'name' ilike ${part} or ${buyer}->>'company' ilike ${part} or ${buyer}->>'email' ilike ${part})`
}

function toDocument({ gross_cents, vat_cents, seller, seller_name, ...row }: Row): Document {
  return {
    ...row,
    amount: toEuros(gross_cents),
    vat_amount: toEuros(vat_cents),
    currency: 'EUR',
    seller: { id: seller === '' ? null : seller, name: seller_name },
    pdf_sha256: row.pdf_sha256.toString('hex'),
    xml_sha256: row.xml_sha256.toString('hex'),
  }
}
