import type pg from 'pg'

/** A statement that fills a table; `$n` is the requested size. */
export type Step = [what: string, statement: string]

/** Runs steps one after the other on an empty database, and logs how long each took. */
export async function fill(
  pool: pg.Pool,
  steps: Step[],
  { size, say }: { size: number; say: (line: string) => void },
): Promise<void> {
  const client = await pool.connect()
  // The rows are valid by construction: checking millions of references would take most of the time.
  await client.query('set session_replication_role = replica')
  for (const [what, statement] of steps) {
    const began = performance.now()
    const results = [await client.query(statement.replaceAll('$n', `${size}`))].flat()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(`${what.padEnd(18)} ${`${results[0]?.rowCount}`.padStart(9)} rows  ${seconds} s`)
  }
  await client.query('vacuum analyze')
  client.release(true)
}
