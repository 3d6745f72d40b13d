/** The list of exported documents as CSV: UTF-8 with a byte order mark, CRLF, decimal points. */
import { createHash } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import { harmless } from '#platform/values/harmless'
import type { DocumentData } from '../model/document.ts'

/** A document with its files; null: they are still to be made. */
export type StoredDocument = {
  id: string
  number: string
  issued_on: string
  gross_cents: number
  vat_cents: number
  data: DocumentData
  pdf: Buffer | null
  xml: Buffer | null
}

type File = { name: string; content: Uint8Array }

const kinds = ['pdf', 'xml', 'xrechnung'] as const
/** The files of a document by their kind. */
export type DocumentFiles = Partial<Record<(typeof kinds)[number], File>>

const columns = [
  'number',
  'kind',
  'issued_on',
  'seller',
  'buyer',
  'net',
  'vat',
  'gross',
  'currency',
  'corrects',
  'order_number',
  ...kinds.flatMap((kind) => [kind, `${kind}_sha256`]),
]

/** Returns a line of the list. A text that could be a formula begins with an apostrophe. */
export function toRow(document: StoredDocument, files: DocumentFiles): string {
  const { number, issued_on, gross_cents, vat_cents, data } = document
  const { kind, seller, buyer, currency, corrects, order } = data
  const sums = [gross_cents - vat_cents, vat_cents, gross_cents]
  return line([
    number,
    kind,
    issued_on,
    harmless(seller.name),
    harmless(buyer.company ?? buyer.name),
    ...sums.map((cents) => (cents / 100).toFixed(2)),
    currency,
    corrects?.number ?? '',
    order ?? '',
    ...kinds.flatMap((one) => cellsOf(files[one])),
  ])
}

const cellsOf = (file: File | undefined): string[] =>
  file ? [file.name, createHash('sha256').update(file.content).digest('hex')] : ['', '']

const line = (cells: string[]) => stringify([cells], { record_delimiter: 'windows' })

/** Returns the list as a file. */
export const listOf = (rows: string[]): Buffer =>
  Buffer.from(`\ufeff${line(columns)}${rows.join('')}`)
