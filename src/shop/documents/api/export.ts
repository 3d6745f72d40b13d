/** Exports documents of a festival: a list for a spreadsheet, and their files in an archive. */
import type { Readable } from 'node:stream'
import type { Database } from '#platform/database/tables'
import { archiveOf } from '#platform/http/answers/archive'
import {
  type Cell,
  rowsPerChunk,
  type SpreadsheetForm,
  spreadsheet,
} from '#platform/http/answers/spreadsheet'
import { harmless } from '#platform/values/harmless'
import type { Document } from '../model/schemas.ts'
import { type OfFestival, readFiles, readPage } from './find.ts'

const columns = [
  'number',
  'kind',
  'reason',
  'issued_on',
  'seller',
  'buyer',
  'amount',
  'vat_amount',
  'currency',
  'corrects',
  'order_number',
  'order_id',
  'document_id',
]

/** Exports the documents that staff have found, the newest first. */
export const exportDocuments = (
  db: Database,
  selection: OfFestival,
  form: SpreadsheetForm,
): Promise<Readable> =>
  spreadsheet<Document>(
    {
      columns,
      toCells,
      next: (after) => readPage(db, selection, { after: after?.id, limit: rowsPerChunk }),
    },
    form,
  )

function toCells(document: Document): Cell[] {
  return [
    document.number,
    document.kind,
    document.reason,
    document.issued_on,
    harmless(document.seller.name),
    harmless(document.buyer),
    document.amount,
    document.vat_amount,
    document.currency,
    document.corrects,
    document.order_number,
    document.order_id,
    document.id,
  ]
}

/** Number of documents with files in memory at once. */
const atOnce = 20

/** Returns an archive with the PDF and the XML of each document that staff have found, in the order of issue. */
export const archiveDocuments = (db: Database, selection: OfFestival): Readable =>
  archiveOf(filesOf(db, selection))

async function* filesOf(db: Database, selection: OfFestival) {
  let after: string | undefined
  for (;;) {
    const files = await readFiles(db, selection, { after, limit: atOnce })
    for (const { number, pdf, xml } of files) {
      yield { name: `${number}.pdf`, content: pdf }
      yield { name: `${number}.xml`, content: xml }
    }
    after = files.at(-1)?.id
    if (files.length < atOnce) return
  }
}
