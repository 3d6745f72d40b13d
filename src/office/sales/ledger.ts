import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Vat } from '#core/sale-terms'
import type { Database } from '#platform/database/tables'
import {
  type Cell,
  rowsPerChunk,
  type SpreadsheetForm,
  spreadsheet,
} from '#platform/http/answers/spreadsheet'
import { harmless } from '#platform/values/harmless'
import { toEuros } from '#platform/values/money'
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
  vat_cents: number | null
  refunded_vat_cents: number
  validated_at: Date | null
  vat: Vat
  discount_cents: number
  voucher: string | null
  is_complimentary: boolean
  order_id: string
  order_number: string | null
  processor_id: string | null
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
  'order_id',
  'order_number',
  'processor_id',
  'vat_amount',
  'refunded_vat',
]

/**
 * Returns every payment of a festival that took money, the oldest first, for a spreadsheet: money in EUR.
 */
export function readLedger(
  db: Database,
  festivalId: string,
  form: SpreadsheetForm,
): Promise<Readable> {
  return spreadsheet<Row>(
    {
      columns,
      toCells,
      next: (after) => nextPayments(db, festivalId, after),
    },
    form,
  )
}

function toCells(row: Row): Cell[] {
  return [
    row.created_at,
    row.id,
    row.payment_type,
    row.name && harmless(row.name),
    row.status,
    toEuros(row.price_cents),
    row.points_used,
    toEuros(row.amount_cents),
    toEuros(row.refunded_cents),
    row.validated_at,
    row.vat?.rate ?? null,
    row.vat?.exemption ? harmless(row.vat.exemption) : null,
    toEuros(row.discount_cents),
    row.voucher && harmless(row.voucher),
    row.is_complimentary ? 'yes' : null,
    row.order_id,
    row.order_number,
    row.processor_id && harmless(row.processor_id),
    row.vat_cents === null ? null : toEuros(row.vat_cents),
    toEuros(row.refunded_vat_cents),
  ]
}

/** Returns payments by time, then id, after the last one read. */
async function nextPayments(db: Database, festivalId: string, after?: Row): Promise<Row[]> {
  const later = after ? sql`and (p.created_at, p.id) > (${after.created_at}, ${after.id})` : sql``
  const { rows } = await sql<Row>`
    select p.id, p.order_id, o.number as order_number, o.processor_id, p.created_at, p.payment_type, coalesce(tier.name, stay.name) as name, p.status,
           p.price_cents, p.points_used, p.amount_cents, p.vat, p.vat_cents, t.validated_at,
           p.discount_cents, c.code as voucher, p.given_by is not null as is_complimentary,
           given.refunded_cents, given.refunded_vat_cents
    from (
      select * from payments p where p.festival_id = ${festivalId} ${later}
        and ${tookMoney}
      order by p.created_at, p.id limit ${sql.lit(rowsPerChunk)}
    ) p
    join orders o on o.id = p.order_id
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
    left join tickets t on t.payment_id = p.id
    left join voucher_codes c on c.id = p.voucher_code_id
    cross join lateral (
      select coalesce(sum(amount_cents), 0)::int as refunded_cents,
             coalesce(sum(vat_cents), 0)::int as refunded_vat_cents
      from refunds where payment_id = p.id and done_at is not null and refused is null
    ) given
    order by p.created_at, p.id`.execute(db)
  return rows
}
