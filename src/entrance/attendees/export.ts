import type { Readable } from 'node:stream'
import type { Database } from '#platform/database/tables'
import {
  type Cell,
  rowsPerChunk,
  type SpreadsheetForm,
  spreadsheet,
} from '#platform/http/answers/spreadsheet'
import { harmless } from '#platform/values/harmless'
import { readPage } from './queries.ts'
import type { Attendee } from './schemas.ts'
import { type Selection, walkOf } from './walk.ts'

const columns = [
  'bought_at',
  'payment_id',
  'order_id',
  'tier',
  'status',
  'buyer',
  'guest_email',
  'holder',
  'validated_at',
  'inside',
  'order_number',
  'processor_id',
]

/** Exports the attendees that staff have found, the latest bought first, for a spreadsheet, with nothing that admits. */
export async function exportAttendees(
  db: Database,
  selection: Selection,
  form: SpreadsheetForm,
): Promise<Readable> {
  const walk = await walkOf(db, selection)
  return spreadsheet<Attendee>(
    {
      columns,
      toCells,
      next: async (after) =>
        walk ? readPage(db, walk, { after: after?.payment_id, limit: rowsPerChunk }) : [],
    },
    form,
  )
}

const safe = (text: string | null) => text && harmless(text)
const nameOf = ({ firstName, lastName }: Pick<Attendee['buyer'], 'firstName' | 'lastName'>) =>
  safe(`${firstName} ${lastName}`.trim())

function toCells(attendee: Attendee): Cell[] {
  const { buyer, holder, validated_at } = attendee
  return [
    attendee.bought_at,
    attendee.payment_id,
    attendee.order_id,
    safe(attendee.tier?.name ?? null),
    attendee.status,
    nameOf(buyer),
    safe(buyer.email),
    holder && nameOf(holder),
    validated_at,
    attendee.inside ? 'yes' : null,
    attendee.order_number,
    safe(attendee.processor_id),
  ]
}
