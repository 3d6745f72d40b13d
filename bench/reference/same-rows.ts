import { run } from '../databases.ts'
import { differences } from '../differences.ts'
import { closedLoop } from '../load.ts'
import { type Shop, ticketOf } from '../shop-service.ts'
import { buyWithPgbench } from './pgbench.ts'

/** Written by the simulated processor and its webhooks, which pgbench does without. */
const ofProcessor = new Set(['simulated_charges', 'processor_events'])
/** So many purchases bring a user the first badge and level, which later ones do not. */
const first = 4

/**
 * A purchase by pgbench must write as many rows to each table as one by the service, otherwise a comparison
 * means nothing. @throws Error that lists the tables in which they differ
 */
export async function requireSameRows({ database, contestant, purchases }: Shop): Promise<void> {
  const work = { ...purchases(ticketOf(1)), connections: 1, seconds: 60 }
  const buy = (requests: number) => closedLoop({ ...work, requests, url: contestant.url })
  await buy(first)
  const ours = await rowsWritten(database, () => buy(1))
  const theirs = await rowsWritten(database, () => buyWithPgbench(database))
  const found = differences(ours, theirs)
  if (found.length > 0) throw new Error(`purchase.sql writes other rows: ${found.join('; ')}`)
}

/** The number of rows that `write` adds, by table; tables without new rows are absent. */
async function rowsWritten(database: string, write: () => Promise<unknown>) {
  const before = await rowsOf(database)
  await write()
  const after = await rowsOf(database)
  return Object.fromEntries(
    [...after]
      .map(([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const)
      .filter(([table, rows]) => rows !== 0 && !ofProcessor.has(table)),
  )
}

async function rowsOf(database: string): Promise<Map<string, number>> {
  const counted = await run<{ table: string; rows: number }>(
    database,
    `select relname as table, (xpath('/row/count/text()', query_to_xml(
       format('select count(*) from %I', relname), false, true, '')))[1]::text::int as rows
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  return new Map(counted.map(({ table, rows }) => [table, rows]))
}
