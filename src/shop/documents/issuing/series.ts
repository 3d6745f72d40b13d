/** Numbers without gaps: a row for each seller, prefix and year counts them. */
import { sql } from 'kysely'
import { rowsOf } from '#platform/database/sql'
import type { Transaction } from '#platform/database/transactions'

export type Series = { seller: string; prefix: string; year: number }
export type Numbered = Series & { sequence: number; number: string }

const keyOf = ({ seller, prefix, year }: Series) => JSON.stringify([seller, prefix, year])

/**
 * Gives each document the next number of its series, in their order. Locks the series until the transaction ends: if it
 * is undone, so are the numbers.
 */
export async function takeNumbers<Row extends Series>(
  trx: Transaction,
  documents: Row[],
): Promise<(Row & Numbered)[]> {
  const counted = [...Map.groupBy(documents, keyOf).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, all]) => all.slice(0, 1).map((series) => ({ ...series, count: all.length })))
  const { rows } = await sql<Series & { last: number }>`
    insert into document_series as s (seller, prefix, year, last)
    select seller, prefix, year, count
    from ${rowsOf('r', counted, { seller: 'text', prefix: 'text', year: 'int', count: 'int' })} order by place
    on conflict (seller, prefix, year) do update set last = s.last + excluded.last
    returning seller, prefix, year, last`.execute(trx)
  const next = new Map(rows.map((series) => [keyOf(series), series.last]))
  for (const { count, ...series } of counted) {
    next.set(keyOf(series), (next.get(keyOf(series)) ?? 0) - count)
  }
  return documents.map((document) => {
    const sequence = (next.get(keyOf(document)) ?? 0) + 1
    next.set(keyOf(document), sequence)
    return { ...document, sequence, number: numberOf({ ...document, sequence }) }
  })
}

/** `HN-2027-000001` */
const numberOf = ({ prefix, year, sequence }: Series & { sequence: number }) =>
  `${prefix}-${year}-${`${sequence}`.padStart(6, '0')}`
