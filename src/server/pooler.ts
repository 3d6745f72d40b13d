import type pg from 'pg'
import { connectPool, requestSettings } from '#platform/database/connections'

/**
 * Checks that a pooler preserves two things that requests need: named statements, and the settings of our
 * sessions.
 * @throws Error that names the settings to change, and where
 */
export async function requirePooler(connectionString: string): Promise<void> {
  const pool = connectPool(connectionString, { max: 2, purpose: 'requests', isPooled: true })
  try {
    await requireNames(pool)
    await requireSettings(pool)
  } finally {
    await pool.end()
  }
}

/** Checks that a name means the same statement to two clients that get the same session one after the other. */
async function requireNames(pool: pg.Pool) {
  const clients = [await pool.connect(), await pool.connect()]
  try {
    for (const client of [...clients, ...clients]) await client.query('select $1::int', [1])
  } catch (cause) {
    if (!/prepared statement/.test(`${cause}`)) throw cause
    throw new Error(
      'The pooler of DATABASE_URL keeps no named statements. PgBouncer does from 1.21 on, with max_prepared_statements = 1000.',
      { cause },
    )
  } finally {
    for (const client of clients) client.release(true)
  }
}

async function requireSettings(pool: pg.Pool) {
  const wanted = Object.entries(requestSettings)
  const { rows } = await pool.query<{ role: string; name: string; value: string | null }>(
    'select current_user as role, name, current_setting(name, true) as value from unnest($1::text[]) name',
    [wanted.map(([name]) => name)],
  )
  const wrong = wanted.filter(
    ([name, value]) => rows.find((row) => row.name === name)?.value !== value,
  )
  if (wrong.length === 0) return
  const role = rows[0]?.role ?? 'festival'
  const lines = wrong.map(([name, value]) => `  alter role "${role}" set ${name} = '${value}';`)
  throw new Error(
    `The sessions behind the pooler of DATABASE_URL are not set as requests need them. Run once, then let it make new ones:\n${lines.join('\n')}`,
  )
}
