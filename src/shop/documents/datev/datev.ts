/**
 * Documents as a batch of bookings in the DATEV format (EXTF, header 700, category 21, version 13), which German tax
 * advisors import. Source: DATEV's developer portal, "DATEV-Format", pages "Header" and "Buchungsstapel"
 * (developer.datev.de/datev/platform/de/dtvf, read 2026-11-30).
 */
import { encodeWindows } from '#platform/files/encoding'
import type { DocumentData } from '../model/document.ts'
import { sumsOf, type VatSums } from '../model/sums.ts'
import { type Column, columns } from './columns.ts'

export type DatevAccounts = {
  /** number of the tax advisor, 1001 to 9999999 */
  consultant: number
  /** number of the client at the advisor, 1 to 99999 */
  client: number
  /** length of numbers of accounts, 4 to 8; debtors have one digit more */
  digits: number
  /** first month of the fiscal year, 1 to 12 */
  fiscalMonth: number
  /** the debtor that all sales are booked on */
  debtor: string
  /** accounts of revenue by rate in percent (`19`, `8.1`, `0`) and of what is `exempt`; each computes its VAT */
  revenue: Record<string, string>
}

/** The month that is exported, `YYYY-MM`, and when. */
export type DatevExport = { accounts: DatevAccounts; month: string; at: Date }

/** The most bookings that DATEV reads from one file. */
const maxBookings = 99_999

/**
 * Returns the bookings of a month as files in windows-1252, whose names have to begin with `EXTF_` and end with `.csv`. An
 * invoice debits the debtor with the gross of each rate, a credit note credits it. DATEV computes the VAT of a booking by the
 * account of revenue; that of a partial refund may differ by a cent from the VAT of its credit note.
 * @throws Error if a rate has no account; see `missingAccounts`
 */
export const datevOf = (documents: DocumentData[], of: DatevExport): Buffer[] =>
  datevFiles(
    documents.flatMap((document) => bookingsOf(document, of.accounts)),
    of,
  )

/** Returns files with the bookings of a month, like `datevOf`. */
export function datevFiles(bookings: string[], of: DatevExport): Buffer[] {
  const files = Math.max(1, Math.ceil(bookings.length / maxBookings))
  return Array.from({ length: files }, (_, nth) => {
    const part = bookings.slice(nth * maxBookings, (nth + 1) * maxBookings)
    return encodeWindows([headerOf(of), columns.join(';'), ...part, ''].join('\r\n'))
  })
}

/** Returns the rates of documents for which there is no account; empty: all have one. */
export function missingAccounts(documents: DocumentData[], { revenue }: DatevAccounts): string[] {
  const used = documents.flatMap((document) => bookedOf(document).map(rateName))
  return [...new Set(used)].filter((name) => revenue[name] === undefined)
}

const rateName = ({ category, rate }: VatSums) => (category === 'E' ? 'exempt' : `${rate / 100}`)

/** Returns the sums of a document by rates, without what was free. */
const bookedOf = (document: DocumentData): VatSums[] =>
  sumsOf(document).vat.filter(({ basisCents, vatCents }) => basisCents + vatCents > 0)

/** Returns a row for each rate of a document. Amounts are positive; S debits the account, H credits it. */
export function bookingsOf(document: DocumentData, { debtor, revenue }: DatevAccounts): string[] {
  const { kind, number, issuedOn, buyer } = document
  const [, month = '', day = ''] = issuedOn.split('-')
  return bookedOf(document).map((vat) => {
    const cents = vat.basisCents + vat.vatCents
    const account = revenue[rateName(vat)]
    if (account === undefined) throw new Error(`There is no account for the rate ${rateName(vat)}`)
    const cells: Partial<Record<Column, string>> = {
      'Umsatz (ohne Soll/Haben-Kz)': (cents / 100).toFixed(2).replace('.', ','),
      'Soll/Haben-Kennzeichen': quoted(kind === 'invoice' ? 'S' : 'H', 1),
      'WKZ Umsatz': quoted('EUR', 3),
      Konto: debtor,
      'Gegenkonto (ohne BU-Schlüssel)': account,
      Belegdatum: `${day}${month}`,
      'Belegfeld 1': quoted(number.replaceAll(/[^\w$&%*+\-/]|_/g, '-'), 36),
      Buchungstext: quoted(buyer.company ?? buyer.name, 60),
      Festschreibung: '0',
    }
    return columns.map((name) => cells[name as Column] ?? '').join(';')
  })
}

/** Returns the first row, of 31 fields. */
function headerOf({ accounts, month, at }: DatevExport): string {
  const { consultant, client, digits, fiscalMonth } = accounts
  const [year = 0, number = 1] = month.split('-').map(Number)
  const begin = `${number < fiscalMonth ? year - 1 : year}${`${fiscalMonth}`.padStart(2, '0')}01`
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const days = month.replace('-', '')
  const made = at.toISOString().replaceAll(/\D/g, '')
  const empty = quoted('', 0)
  const fields = [
    [quoted('EXTF', 4), 700, 21, quoted('Buchungsstapel', 14), 13, made],
    // Imported at, origin, exported by, imported by.
    ['', quoted('RE', 2), empty, empty],
    [consultant, client, begin, digits, `${days}01`, `${days}${last}`],
    [quoted(`Festival ${month}`, 30), empty],
    // Financial accounting, for no particular purpose, not locked.
    [1, 0, 0, quoted('EUR', 3)],
    // Reserved, and what only DATEV fills in.
    ['', empty, '', '', empty, '', '', empty, empty],
  ]
  return fields.flat().join(';')
}

/** Returns a text field: without control characters, with doubled quotation marks, of at most so many characters. */
function quoted(text: string, most: number): string {
  const plain = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return `"${[...plain].slice(0, most).join('').replaceAll('"', '""')}"`
}
