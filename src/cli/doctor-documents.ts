import { compareDocuments, makeAllAbsent } from '#festivals'
import type { Config } from '#platform/config/variables'
import { connect, connectPool } from '#platform/database/connections'
import { onServer } from './database.ts'
import { hasDatabase } from './doctor-database.ts'
import type { Check } from './doctor-machine.ts'
import { plural, sentence } from './output.ts'

const name = 'Documents'
const mostNamed = 20

/** Compares the stored document of each festival with its rows, whether or not the service is running. */
export async function checkDocuments(config: Config): Promise<Check> {
  if (!(await hasDatabase(config))) return { name, ok: true, detail: 'none: no database yet' }
  try {
    return await onServer(config, async (connectionString) => {
      const pool = connectPool(connectionString, { purpose: 'work', max: 1 })
      try {
        return toCheck(await compareDocuments(connect(pool)))
      } finally {
        await pool.end()
      }
    })
  } catch (error) {
    const advice = 'Documents can be read once the database is up to date: start the service'
    return { name, ok: false, detail: sentence(error), advice }
  }
}

/** Missing documents are not an error: they are built when they are read. */
function toCheck({
  documents,
  absent,
  differing,
}: Awaited<ReturnType<typeof compareDocuments>>): Check {
  const note = absent > 0 ? `, ${absent} still to be written` : ''
  const size = `${plural(documents, 'festival')}${note}`
  if (differing.length === 0) return { name, ok: true, detail: `${size}: nothing amiss` }
  return {
    name,
    ok: false,
    detail: `${size}: ${differing.length} not right`,
    advice: `In the database: "${makeAllAbsent}". The service writes them again`,
    faults: differing.slice(0, mostNamed).map((id) => `Festival ${id} is shown as it was before`),
  }
}
