import type { Readable } from 'node:stream'
import type { Database } from '#platform/database/tables'
import {
  type Cell,
  rowsPerChunk,
  type SpreadsheetForm,
  spreadsheet,
} from '#platform/http/answers/spreadsheet'
import { harmless } from '#platform/values/harmless'
import { readPage } from './list.ts'
import type { StaffPayment } from './list-schemas.ts'
import { conditionsOf, type Selection } from './search.ts'

const columns = [
  'time',
  'payment_id',
  'order_id',
  'type',
  'name',
  'festival',
  'status',
  'buyer',
  'guest_email',
  'amount',
  'currency',
  'points',
  'refunded',
  'kept',
  'validated_at',
  'vat_rate',
  'vat_exemption',
  'failure',
  'needs_review',
  'order_number',
  'processor_id',
  'vat_amount',
  'refunded_vat',
]

/** Exports the payments that staff have found, newest first, for a spreadsheet: money in EUR. */
export async function exportForStaff(
  db: Database,
  { now, ...selection }: Selection & { now: Date },
  form: SpreadsheetForm,
): Promise<Readable> {
  const found = await conditionsOf(db, selection)
  return spreadsheet<StaffPayment>(
    {
      columns,
      toCells,
      next: async (after) =>
        found ? readPage(db, found, { after: after?.id, limit: rowsPerChunk, now }) : [],
    },
    form,
  )
}

const safe = (text: string | null) => text && harmless(text)

function toCells(payment: StaffPayment): Cell[] {
  const { buyer, vat, validated_at } = payment
  return [
    payment.createdAt,
    payment.id,
    payment.order_id,
    payment.payment_type,
    safe(payment.entity_name),
    safe(payment.festival?.name ?? null),
    payment.status,
    safe(`${buyer.firstName} ${buyer.lastName}`.trim()),
    safe(buyer.email),
    payment.amount,
    payment.currency,
    payment.points_used,
    payment.refunded_amount,
    payment.kept_amount,
    validated_at,
    vat?.rate ?? null,
    safe(vat?.exemption ?? null),
    safe(payment.failure),
    safe(payment.needs_review),
    payment.order_number,
    safe(payment.processor_id),
    payment.vat_amount,
    payment.refunded_vat,
  ]
}
