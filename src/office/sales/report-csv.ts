import type { Readable } from 'node:stream'
import { type Cell, type SpreadsheetForm, spreadsheet } from '#platform/http/answers/spreadsheet'
import { harmless } from '#platform/values/harmless'
import type { Part } from './report.ts'
import { toSums } from './summed.ts'

const columns = [
  'month',
  'type',
  'means',
  'processor',
  'vat_rate',
  'vat_exemption',
  'sold',
  'returned',
  'gross',
  'discount',
  'points',
  'points_returned',
  'amount',
  'refunded',
  'charged_back',
  'kept',
  'net',
  'vat',
  'disputed',
  'disputes_won',
  'return_top_up',
]

/** Writes the parts of a report for a spreadsheet: each column adds up to the total of the report. */
export function reportCsv(parts: Part[], form: SpreadsheetForm): Promise<Readable> {
  return spreadsheet<Part>(
    {
      columns,
      toCells,
      next: async (after) => parts.slice(after ? parts.indexOf(after) + 1 : 0),
    },
    form,
  )
}

function toCells(part: Part): Cell[] {
  const { month, payment_type, means, processor, rate, exemption } = part
  const about = [month, payment_type, means, processor, rate, exemption && harmless(exemption)]
  return [...about, ...Object.values(toSums(part))]
}
