/** Exports a closed month of a seller for DATEV. */
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { archiveOf } from '#platform/http/answers/archive'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict } from '#platform/values/errors'
import { datevAccounts } from '../datev/accounts.ts'
import { datevOf, missingAccounts } from '../datev/datev.ts'
import type { DocumentData } from '../model/document.ts'
import type { MonthOf } from './months.ts'

type Context = Pick<Infrastructure, 'work' | 'now' | 'config'>

/**
 * Returns the bookings of a closed month: a file in windows-1252, or an archive where DATEV needs several. Their names
 * begin as DATEV requires.
 * @throws Problem 409 for a month that is not closed, and where the settings lack an account
 */
export async function exportDatev(
  { work, now, config }: Context,
  { seller, month }: MonthOf,
): Promise<{ name: `${string}.csv` | `${string}.zip`; content: Buffer | Readable }> {
  const documents = await readMonth(work, { seller, month })
  const accounts = datevAccounts(config)
  if (!accounts) throw conflict('DATEV_CONSULTANT and its accounts are not set', 'no_datev')
  const missing = missingAccounts(documents, accounts)
  if (missing.length > 0)
    throw conflict(`DATEV_REVENUE names no account for ${missing.join(', ')}`, 'no_datev')
  const [first, ...more] = datevOf(documents, { accounts, month, at: now() })
  const name = `EXTF_Buchungsstapel_${month}`
  if (first && more.length === 0) return { name: `${name}.csv`, content: first }
  return { name: `${name}.zip`, content: archiveOf(named(name, [first, ...more])) }
}

async function* named(name: string, files: (Buffer | undefined)[]) {
  for (const [nth, content] of files.entries()) {
    if (content) yield { name: `${name}_${nth + 1}.csv`, content }
  }
}

async function readMonth(db: Database, { seller, month }: MonthOf): Promise<DocumentData[]> {
  const { rows } = await sql<{ data: DocumentData | null }>`
    select d.data from closed_months m
    left join documents d on d.seller = m.organizer_id and left(d.issued_on, 7) = m.month
    where m.organizer_id = ${seller} and m.month = ${month}
    order by d.year, d.prefix, d.sequence`.execute(db)
  if (rows.length === 0)
    throw conflict('This month is not closed: more documents may come', 'month_not_closed')
  return rows.flatMap(({ data }) => data ?? [])
}
