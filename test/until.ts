import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { World } from './world.ts'

/**
 * Polls until the result is true: for what happens in the background. How long that takes depends on the machine, and
 * is no promise: `patience`, in ms, only lets a failure name what was missing before the runner ends the test.
 */
export async function until(
  what: string,
  ask: () => Promise<boolean>,
  patience = 120_000,
): Promise<void> {
  const end = performance.now() + patience
  while (!(await ask())) {
    assert.ok(performance.now() < end, `${what}: not within ${patience} ms`)
    await pause(10)
  }
}

/**
 * Waits until this many statements (`like` this) of this database wait for a lock, so that a race is
 * certain.
 */
export function untilBlocked(
  { work }: Pick<World, 'work'>,
  count: number,
  like = '%',
): Promise<void> {
  const ask = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${like}`.execute(
      work,
    )
    return rows.length >= count
  }
  return until(`${count} blocked`, ask)
}
