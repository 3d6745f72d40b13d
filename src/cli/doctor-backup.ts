import type { Check } from './doctor-machine.ts'
import { findLastBackup } from './last-backup.ts'
import { plural } from './output.ts'

const hour = 3_600_000

/** When `festival backup` last ran here. No backup is not an error: PostgreSQL may be archived elsewhere. */
export async function checkBackup(folder: string, now = new Date()): Promise<Check> {
  const last = await findLastBackup(folder)
  if (!last) return { name: 'Backup', ok: true, detail: 'none made from here yet: festival backup' }
  const hours = Math.floor((now.getTime() - Date.parse(last.made_at)) / hour)
  const age = hours < 1 ? 'less than an hour' : hours < 48 ? plural(hours, 'hour') : daysOf(hours)
  const size = `${(last.bytes / 1_000_000).toFixed(1)} MB`
  return { name: 'Backup', ok: true, detail: `${last.file}, ${size}, ${age} ago` }
}

const daysOf = (hours: number) => plural(Math.floor(hours / 24), 'day')
