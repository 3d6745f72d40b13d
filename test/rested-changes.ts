import { notifyRested } from '../src/catalogue/festivals/announcing/notify-rested.ts'
import type { World } from './world.ts'

const minute = 60_000

/** Notifies of all changes of festivals that rest at `from`, as the job does ten minutes later. */
export async function notifyRestedAfter(
  { db, bus, jobs }: Pick<World, 'db' | 'bus' | 'jobs'>,
  from: Date,
): Promise<void> {
  const now = new Date(from.getTime() + 10 * minute)
  while ((await notifyRested({ db, bus, jobs, now })) > 0);
}
