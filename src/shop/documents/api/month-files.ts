/** All files of the documents of some months, for an accountant: PDF, XML, their list, and files for DATEV. */
import { sql } from 'kysely'
import type { Infrastructure } from '#platform/http/infrastructure'
import { datevAccounts } from '../datev/accounts.ts'
import { bookingsOf, type DatevAccounts, datevFiles, missingAccounts } from '../datev/datev.ts'
import type { DocumentData } from '../model/document.ts'
import { missingForXRechnung, renderXml } from '../xml/cii.ts'
import { type DocumentFiles, listOf, type StoredDocument, toRow } from './month-list.ts'

type Context = Pick<Infrastructure, 'work' | 'now' | 'config'>

/** Months `YYYY-MM`, both included, of all sellers or of one organizer. */
export type MonthSelection = { from: string; until: string; seller?: string | undefined }

/** The documents of a seller that were issued in a month. */
export type SellerMonth = {
  seller: string
  month: string
  is_closed: boolean
  documents: number
  /** the most files that it has */
  files: number
  /** bytes of the stored files */
  bytes: number
}

/** Returns the months of sellers that have documents, in their order. */
export async function listMonths(
  { work }: Pick<Context, 'work'>,
  { from, until, seller }: MonthSelection,
): Promise<SellerMonth[]> {
  const { rows } = await sql<SellerMonth>`
    select d.seller, m.month, count(*)::integer as documents,
      (2 * count(*) + count(d.data->'buyer'->>'leitwegId') + 2)::integer as files,
      coalesce(sum(octet_length(d.pdf) + octet_length(d.xml)), 0)::float8 as bytes,
      exists (
        select from closed_months c
        where c.organizer_id = d.seller and c.month = m.month) as is_closed
    from documents d cross join lateral (select left(d.issued_on, 7) as month) m
    where d.issued_on between ${`${from}-01`} and ${`${until}-31`}
      and ${seller === undefined ? sql`true` : sql`d.seller = ${seller}`}
    group by d.seller, m.month order by m.month, d.seller`.execute(work)
  return rows
}

export type MonthFile = { name: string; content: Uint8Array }

/** `leaveOut` is called with a sentence about each missing file; `onDocument` after each document. */
export type MonthReports = { leaveOut: (sentence: string) => void; onDocument: () => void }

/**
 * Reads the files of months, one after the other; the last one is `documents.csv`, with the sums of all documents and the
 * digests of their files. In memory are a few documents, and the lines of that list and of the bookings of a month.
 */
export async function* filesOfMonths(
  context: Context,
  months: SellerMonth[],
  { leaveOut, onDocument }: MonthReports,
): AsyncGenerator<MonthFile> {
  const rows: string[] = []
  const accounts = datevAccounts(context.config)
  for (const month of months) {
    const folder = month.seller === '' ? '_operator' : encodeURIComponent(month.seller)
    const datev = accounts && new Bookings(accounts, month)
    for await (const document of documentsOf(context, month)) {
      const files = filesOf(document, folder)
      if (files.pdf === undefined) leaveOut(`${document.number} has no files yet`)
      yield* Object.values(files)
      rows.push(toRow(document, files))
      datev?.add(document.data)
      onDocument()
    }
    for (const { name, content } of datev?.end(context.now(), leaveOut) ?? []) {
      yield { name: `${folder}/${name}`, content }
    }
  }
  yield { name: 'documents.csv', content: listOf(rows) }
}

/** Number of documents with files in memory at once. */
const atOnce = 20

/** Reads the documents of a month in the order of issue, a few at a time. */
async function* documentsOf(
  { work }: Pick<Context, 'work'>,
  { seller, month }: SellerMonth,
): AsyncGenerator<StoredDocument> {
  let [day, id] = [`${month}-00`, zero]
  for (;;) {
    const { rows } = await sql<StoredDocument>`
      select d.id, d.number, d.issued_on, d.gross_cents, d.vat_cents, d.data, d.pdf, d.xml from documents d
      where d.seller = ${seller} and d.issued_on <= ${`${month}-31`} and (d.issued_on, d.id) > (${day}, ${id}::uuid)
      order by d.issued_on, d.id limit ${atOnce}`.execute(work)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    ;[day, id] = [last.issued_on, last.id]
  }
}

const zero = '00000000-0000-0000-0000-000000000000'

/** Returns the files of a document; its XRechnung where the buyer has a Leitweg-ID. */
function filesOf({ number, data, pdf, xml }: StoredDocument, folder: string): DocumentFiles {
  if (pdf === null || xml === null) return {}
  const hasXRechnung = data.buyer.leitwegId !== null && missingForXRechnung(data).length === 0
  return {
    pdf: { name: `${folder}/${number}.pdf`, content: pdf },
    xml: { name: `${folder}/${number}.xml`, content: xml },
    ...(hasXRechnung && {
      xrechnung: {
        name: `${folder}/${number}-xrechnung.xml`,
        content: Buffer.from(renderXml(data, { profile: 'xrechnung' })),
      },
    }),
  }
}

/** Gathers the bookings of a month of a seller. */
class Bookings {
  readonly #accounts: DatevAccounts
  readonly #month: SellerMonth
  readonly #missing = new Set<string>()
  readonly #rows: string[] = []

  constructor(accounts: DatevAccounts, month: SellerMonth) {
    this.#accounts = accounts
    this.#month = month
  }

  add(document: DocumentData): void {
    const missing = missingAccounts([document], this.#accounts)
    for (const rate of missing) this.#missing.add(rate)
    if (missing.length === 0) this.#rows.push(...bookingsOf(document, this.#accounts))
  }

  /** Returns the files for DATEV; none of a month that is open, or for which an account is missing. */
  end(at: Date, leaveOut: MonthReports['leaveOut']): MonthFile[] {
    const { seller, month, is_closed } = this.#month
    const of = `${month} of ${seller || 'the operator'}`
    const missing = [...this.#missing].join(', ')
    if (!is_closed) leaveOut(`${of} is not closed: it has no file for DATEV`)
    else if (missing !== '') leaveOut(`${of} has no file for DATEV: DATEV_REVENUE lacks ${missing}`)
    else return named(datevFiles(this.#rows, { accounts: this.#accounts, month, at }), month)
    return []
  }
}

/** Names files as DATEV requires. */
const named = (files: Buffer[], month: string): MonthFile[] =>
  files.map((content, nth) => ({
    name: `EXTF_Buchungsstapel_${month}${files.length > 1 ? `_${nth + 1}` : ''}.csv`,
    content,
  }))
