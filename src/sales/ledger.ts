import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { toEuros } from '#platform/values/money'
import type { Vat } from '#sale-terms'
import { harmless } from './harmless.ts'
import { tookMoney } from './queries.ts'

type Row = {
  id: string
  created_at: Date
  payment_type: string
  name: string | null
  status: string
  price_cents: number
  points_used: number
  amount_cents: number
  refunded_cents: number
  validated_at: Date | null
  vat: Vat
  discount_cents: number
  voucher: string | null
  is_complimentary: boolean
}

const columns = [
  'time',
  'payment_id',
  'type',
  'name',
  'status',
  'price',
  'points',
  'amount',
  'refunded',
  'validated_at',
  'vat_rate',
  'vat_exemption',
  'discount',
  'voucher',
  'complimentary',
]
const rowsPerChunk = 1000

/**
 * Every payment of a festival that took money, the oldest first, as CSV for a spreadsheet: UTF-8 with a byte order mark,
 * CRLF, times as ISO 8601 (UTC), money in EUR. Read a thousand at a time by key, so that memory does not
 * grow with it, and no transaction stays open while the caller reads slowly.
 */
export async function readLedger(db: Database, festivalId: string): Promise<Readable> {
  // Reads before anything is sent, so that a failure can still be answered with an error.
  const first = await nextPayments(db, festivalId)
  return Readable.from(texts(db, festivalId, first))
}

async function* texts(db: Database, festivalId: string, first: Row[]) {
  yield stringify([columns], { bom: true, ...form })
  let rows = first
  while (rows.length > 0) {
    yield stringify(rows.map(toCells), form)
    const isLast = rows.length < rowsPerChunk
    rows = isLast ? [] : await nextPayments(db, festivalId, rows.at(-1))
  }
}

/** Quotes texts, but not numbers, so that a spreadsheet keeps their types. */
const form = { record_delimiter: 'windows', quoted_string: true } as const

function toCells(row: Row): (string | number | null)[] {
  return [
    row.created_at.toISOString(),
    row.id,
    row.payment_type,
    row.name && harmless(row.name),
    row.status,
    toEuros(row.price_cents),
    row.points_used,
    toEuros(row.amount_cents),
    toEuros(row.refunded_cents),
    row.validated_at && row.validated_at.toISOString(),
    row.vat?.rate ?? null,
    row.vat?.exemption ? harmless(row.vat.exemption) : null,
    toEuros(row.discount_cents),
    row.voucher && harmless(row.voucher),
    row.is_complimentary ? 'yes' : null,
  ]
}

/** Returns payments by time, then id, after the last one read. */
async function nextPayments(db: Database, festivalId: string, after?: Row): Promise<Row[]> {
  const later = after ? sql`and (p.created_at, p.id) > (${after.created_at}, ${after.id})` : sql``
  const { rows } = await sql<Row>`
    select p.id, p.created_at, p.payment_type, coalesce(tier.name, stay.name) as name, p.status,
           p.price_cents, p.points_used, p.amount_cents, p.vat, t.validated_at,
           p.discount_cents, c.code as voucher, p.given_by is not null as is_complimentary,
           coalesce((select sum(r.amount_cents)::int from refunds r
                     where r.payment_id = p.id and r.done_at is not null), 0) as refunded_cents
    from (
      select * from payments p where p.festival_id = ${festivalId} ${later}
        and ${tookMoney}
      order by p.created_at, p.id limit ${sql.lit(rowsPerChunk)}
    ) p
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
    left join tickets t on t.payment_id = p.id
    left join voucher_codes c on c.id = p.voucher_code_id
    order by p.created_at, p.id`.execute(db)
  return rows
}
