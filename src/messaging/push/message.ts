import type { PushNotification } from './due.ts'

const [minute, hour] = [60, 3_600]

/** Time for which a notification is worth showing, in seconds, and its urgency: `high` may wake a device. */
type PushOptions = { life: number; urgency: 'normal' | 'high' }

const defaultOptions: PushOptions = { life: 24 * hour, urgency: 'normal' }
/** Types that a user acts on soon. Card challenges are not among them: their page is open. */
const optionsByType: Record<string, PushOptions> = {
  'waiting_list.offered': { life: 6 * hour, urgency: 'high' },
  'queue.turn': { life: hour, urgency: 'high' },
  'queue.moved': { life: 24 * hour, urgency: 'high' },
  'queue.cancelled': { life: 6 * hour, urgency: 'high' },
  'transfer.offered': { life: 24 * hour, urgency: 'high' },
  'festival.cancelled': { life: 24 * hour, urgency: 'high' },
  'festival.changed': { life: 24 * hour, urgency: 'high' },
  'festival.reminder': { life: 12 * hour, urgency: 'high' },
  'payment.succeeded': { life: 30 * minute, urgency: 'normal' },
  'badge.unlocked': { life: 6 * hour, urgency: 'normal' },
  'level.reached': { life: 6 * hour, urgency: 'normal' },
}

/** Returns the life and the urgency of a notification. */
export const pushOptionsOf = ({ type }: Pick<PushNotification, 'type'>): PushOptions =>
  optionsByType[type] ?? defaultOptions

/** Longest title and message shown, in characters: with both in full an encrypted message is short enough. */
const [mostTitle, mostMessage] = [200, 300]

/** Returns the JSON for the worker of the pages: a notification, without the fields of its data that are lists. */
export function messageOf({ id, type, title, message, language, data }: PushNotification): string {
  const about = Object.entries(data).filter(([, value]) => !Array.isArray(value))
  const [shortTitle, shortMessage] = [cut(title, mostTitle), cut(message, mostMessage)]
  return JSON.stringify({
    id,
    type,
    title: shortTitle,
    message: shortMessage,
    language,
    data: Object.fromEntries(about),
  })
}

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
