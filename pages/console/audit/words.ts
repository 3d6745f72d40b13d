import type { AuditEntry } from '../../../client/src/index.ts'

/** Returns the address at which the console shows the record; undefined if it does not. */
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
    webhook: `/webhooks/${id}`,
  }
  const place = own[entity_type]
  if (place !== undefined && id !== undefined) return place
  return festival_id === null ? undefined : `/festivals/${festival_id}`
}

const money = [
  'payment.refund',
  'festival.cancel',
  'festival.delete',
  'queue.set',
  'queue.cancel',
  'subscription.create',
  'subscription.update',
  'subscription.delete',
  'accommodation.create',
  'accommodation.update',
  'accommodation.delete',
  'challenge.create',
  'challenge.update',
  'rule.set',
  'rule.delete',
]

const rights = [
  'user.set_roles',
  'user.set_permissions',
  'user.set_suspended',
  'user.reset_password',
  'user.change_password',
  'user.add_passkey',
  'user.remove_passkey',
  'user.delete',
  'user.add_second_factor',
  'user.remove_second_factor',
  'user.review_access',
  'invitation.create',
  'invitation.accept',
  'invitation.delete',
  'organizer.approve',
  'organizer.remove_manager',
  'festival.remove_gate_staff',
  'festival.set_zone',
  'device.create',
  'device.delete',
  'device.take_over',
  'device.open_shift',
  'device.close_shift',
  'festival.write_off_lease',
  'client.create',
  'client.update',
  'client.rotate',
  'client.delete',
  'webhook.create',
  'webhook.update',
  'webhook.rotate',
  'webhook.delete',
]

/** The choices of the log, each with its actions (undefined: all). The most important ones come first. */
export const choices: { value: string; label: string; actions?: string[] }[] = [
  { value: 'first', label: 'Money and rights', actions: [...money, ...rights] },
  { value: 'money', label: 'Money', actions: money },
  { value: 'rights', label: 'Rights', actions: rights },
  { value: 'all', label: 'Everything' },
]

const dayName = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** A day in UTC as people read it: `Today, Wednesday 1 July 2026`. */
export function dayInWords(day: string, now: number): string {
  const date = (at: number) => new Date(at).toISOString().slice(0, 10)
  const name = dayName.format(new Date(`${day}T00:00:00Z`))
  if (day === date(now)) return `Today, ${name}`
  return day === date(now - 86_400_000) ? `Yesterday, ${name}` : name
}

/** A time of a day in UTC: `14:05`. */
export const clockOf = (time: string): string => time.slice(11, 16)

type Change = {
  field: string
  from: string | null
  to: string | null
  /** true if both are ids of people */
  isPerson: boolean
}

/** The fields of the log that hold the id of a person. */
const people = /(^|\.)(user_id|created_by|from_user|to_user|offered_by|taken_back_by)$/

/** The changes of an entry as texts; null: nothing, or not shown. */
export function changesOf({ changes }: AuditEntry): Change[] {
  const known = changes as Record<string, { from: unknown; to: unknown }>
  return Object.entries(known).map(([field, { from, to }]) => ({
    field: fieldOf(field),
    from: textOf(from),
    to: textOf(to),
    isPerson: people.test(field),
  }))
}

/** The start of an id is enough to name a part: `tickets.0199….price`. */
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
