import { sql } from 'kysely'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { invalidField } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import type { LadderInput, Step } from './admin-schemas.ts'
import { listLevels } from './queries.ts'

/** Replaces all levels. A benefit that is written back with its id retains it. */
export function replaceLadder(db: Database, { levels }: LadderInput): Promise<Step[]> {
  requireRising(levels)
  return transact(db, async (trx) => {
    // The second of two concurrent changes replaces the levels of the first; reads continue.
    await sql`lock table levels in exclusive mode`.execute(trx)
    const before = await listLevels(trx)
    const known = new Set(before.flatMap(({ benefits }) => benefits.map(({ id }) => id)))
    const steps = levels.map(({ points, benefits = [] }, index) => ({
      level: index + 1,
      points,
      benefits: JSON.stringify(
        benefits.map(({ id, name, description = null }) => ({
          // Each id is used once: a second benefit with it is a new one.
          id: id !== undefined && known.delete(id) ? id : newId(),
          name,
          description,
        })),
      ),
    }))
    await trx.deleteFrom('levels').execute()
    await trx.insertInto('levels').values(steps).execute()
    return listLevels(trx)
  })
}

/** Levels count from 1, and each requires more points than the one before; the first requires none. */
function requireRising(levels: LadderInput['levels']): void {
  for (const [index, { level = index + 1, points }] of levels.entries()) {
    const before = levels[index - 1]
    const name = `levels[${index}]`
    if (level !== index + 1) throw invalidField(`${name}.level`, `must be ${index + 1}`)
    if (!before && points !== 0) throw invalidField(`${name}.points`, `must be 0`)
    if (before && points <= before.points) {
      throw invalidField(`${name}.points`, `must be more than ${before.points}`)
    }
  }
}
