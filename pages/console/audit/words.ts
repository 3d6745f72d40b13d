import type { AuditEntry } from '../../../client/src/index.ts'

/** Labels of the kinds of records in the audit log. */
export const kinds = [
  { value: 'festival', label: 'Festivals' },
  { value: 'organizer', label: 'Organizers' },
  { value: 'artist', label: 'Artists' },
  { value: 'accommodation', label: 'Accommodations' },
  { value: 'subscription', label: 'Plans' },
  { value: 'payment', label: 'Payments' },
  { value: 'user', label: 'People' },
  { value: 'client', label: 'Clients' },
  { value: 'device', label: 'Gate devices' },
  { value: 'rule', label: 'Reward rules' },
  { value: 'badge', label: 'Badges' },
  { value: 'ladder', label: 'Levels' },
  { value: 'challenge', label: 'Challenges' },
]

/** Returns `festival.add_manager` as words: `Festival: add manager`. */
export function inWordsOf(action: string): string {
  const [noun = '', ...verbs] = action.replaceAll('_', ' ').split('.')
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${verbs.join(' ')}`
}

/** Returns where the console shows the record; undefined when it does not. */
export function placeOf({ entity_type, entity_id, festival_id }: AuditEntry): string | undefined {
  const id = entity_id === null ? undefined : encodeURIComponent(entity_id)
  const own: Record<string, string> = {
    festival: `/festivals/${id}`,
    organizer: `/organizers/${id}`,
    artist: `/artists?edit=${id}`,
    payment: `/payments/${id}`,
    user: `/people/${id}`,
    client: `/clients/${id}`,
    subscription: `/plans/${id}`,
    rule: '/rewards',
    badge: '/rewards',
    ladder: '/rewards',
    challenge: '/rewards',
  }
  const place = own[entity_type]
  if (place !== undefined && id !== undefined) return place
  return festival_id === null ? undefined : `/festivals/${festival_id}`
}

type Change = { field: string; from: string | null; to: string | null }

/** The changes of an entry as texts; null: nothing, or not shown. */
export function changesOf({ changes }: AuditEntry): Change[] {
  const known = changes as Record<string, { from: unknown; to: unknown }>
  return Object.entries(known).map(([field, { from, to }]) => ({
    field: fieldOf(field),
    from: textOf(from),
    to: textOf(to),
  }))
}

/** The start of an id is enough for a part: `tickets.0199….price`. */
function fieldOf(field: string): string {
  return field
    .replace(/\.[0-9a-f]{4}([0-9a-f]{4})-[0-9a-f-]{27}(?=\.|$)/g, ' $1…')
    .replaceAll('.', ' ')
    .replaceAll('_', ' ')
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(String).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
