import type { AuditEntry } from '../../../client/src/index.ts'

/** Changes of one record by one person, one soon after the other: newest first, never none. */
export type Run = [AuditEntry, ...AuditEntry[]]

/** A day of the log in UTC, as 2026-07-01, newest first. */
export type Day = { day: string; runs: Run[] }

/** Changes further apart are told one by one. */
const soon = 15 * 60_000

/** Arranges entries, newest first, as days; changes of one record that follow one another are told as one. */
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

/** Returns what all changes of a run come to: each field as it was before the first, and after the last. */
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
