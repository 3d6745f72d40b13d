import type { AuditEntry } from '../../../client/src/index.ts'

/** Changes of one record by one person in quick succession: newest first, never empty. */
export type Run = [AuditEntry, ...AuditEntry[]]

/** A day of the log in UTC, as 2026-07-01, newest first. */
export type Day = { day: string; runs: Run[] }

/** The interval within which changes are shown as one, in ms. */
const soon = 15 * 60_000

/** Groups entries, newest first, by day; consecutive changes of one record are shown as one. */
export function storyOf(entries: AuditEntry[]): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const day = entry.at.slice(0, 10)
    if (days.at(-1)?.day !== day) days.push({ day, runs: [] })
    const runs = days.at(-1)?.runs ?? []
    const run = runs.at(-1)
    if (run && follows(entry, run)) run.push(entry)
    else runs.push([entry])
  }
  return days
}

function follows(older: AuditEntry, run: Run): boolean {
  const newer = run.at(-1) ?? run[0]
  const sameOf = ({ actor, action, entity_id, festival_id }: AuditEntry) =>
    JSON.stringify([actor, action, entity_id, festival_id])
  const isSoon = Date.parse(newer.at) - Date.parse(older.at) <= soon
  return older.entity_id !== null && isSoon && sameOf(older) === sameOf(newer)
}

/** Returns the sum of all changes of a run: each field as it was before the first, and after the last. */
export function sumOf(run: Run): AuditEntry {
  const changes = new Map<string, { from: unknown; to: unknown }>()
  for (const entry of run.toReversed()) {
    const known = entry.changes as Record<string, { from: unknown; to: unknown }>
    for (const [field, { from, to }] of Object.entries(known)) {
      changes.set(field, { from: changes.has(field) ? changes.get(field)?.from : from, to })
    }
  }
  return { ...run[0], changes: Object.fromEntries(changes) }
}
