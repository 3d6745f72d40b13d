import { type LastBackup, photosAreElsewhere } from '../terminal/last-backup.ts'
import { plural } from '../terminal/output.ts'
import type { Check } from './machine.ts'

const hour = 3_600_000
/** An older backup causes a warning: one a day is advised, hours. */
const soonEnough = 48

/**
 * Reports the age of the last backup of the database. An old backup, or none, is no fault: a PostgreSQL may be
 * archived by other means.
 */
export function checkBackup(last: LastBackup | undefined, now = new Date()): Check {
  const name = 'Backup'
  if (!last) return { name, ok: true, detail: 'none made yet: festival backup' }
  const hours = Math.floor((now.getTime() - last.made_at.getTime()) / hour)
  const age = hours < 1 ? 'less than an hour' : hours < 48 ? plural(hours, 'hour') : daysOf(hours)
  const size = `${(last.bytes / 1_000_000).toFixed(1)} MB`
  return {
    name,
    ok: true,
    detail: `${last.file}, ${size}, ${age} ago`,
    ...(hours >= soonEnough && {
      advice: 'Make one every day: docs/operating/backups.md has a timer for it',
    }),
    ...(last.photos === null && { faults: [photosAreElsewhere] }),
  }
}

const daysOf = (hours: number) => plural(Math.floor(hours / 24), 'day')
