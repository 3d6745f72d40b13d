import { sql } from 'kysely'
import type { DomainEvent } from '#domain-events'
import { amount, letter, moment, type Writer } from '#mail'
import { type Notice, told } from '#notifications'
import type { Infrastructure } from '#platform/http/infrastructure'
import { longTime } from '#platform/values/local-time'
import { nameIn, type Translations } from '#platform/values/translations'

/** An entry that has just been offered what it waits for. */
export type Offered = {
  id: string
  user_id: string
  festival_id: string
  tier_id: string
  quantity: number
  expires_at: Date
  organizer_id: string | null
  /** the return whose ticket it is; null: it is of the stock */
  return_id: string | null
  festival: string
  time_zone: string
  tier: string
}

export const offeredNotice = ({ id, user_id, quantity, ...offered }: Offered): Notice => ({
  user_id,
  type: 'waiting_list.offered',
  data: { festival_id: offered.festival_id, waiting_entry_id: id },
  // A return that ends puts its entry back in line, to be offered another.
  cause: ['waiting', id, 'offered', ...(offered.return_id ? [offered.return_id] : [])].join(':'),
  ...told(({ words, locale }) =>
    words.waitingOffered({
      what: `${quantity} × ${offered.tier}, ${offered.festival}`,
      until: longTime(offered.expires_at, offered.time_zone, locale),
    }),
  ),
})

export function offeredEvent(offered: Offered): DomainEvent {
  const { id, user_id, festival_id, tier_id: entity_id, quantity, organizer_id } = offered
  const expires_at = offered.expires_at.toISOString()
  const entry = { id, festival_id, organizer_id, entity_id, user_id, quantity, expires_at }
  return { type: 'waiting_list.offered', organizer_id, data: { entry } }
}

type Entry = Omit<Offered, 'id' | 'user_id' | 'organizer_id' | 'return_id'> & {
  own_language: string | null
  translations: Translations | null
}

/** Writes the mail about an offer that is still open. Only a proven e-mail reads names that an organizer chose. */
export function offeredMail({ work, config }: Pick<Infrastructure, 'work' | 'config'>): Writer {
  return async ({ about, email, is_proven, language }) => {
    const { rows } = await sql<Entry>`
      select e.festival_id, e.tier_id, e.quantity, e.expires_at, f.name as festival, f.time_zone, t.name as tier,
             f.language as own_language, t.translations
      from waiting_entries e join festivals f on f.id = e.festival_id join tiers t on t.id = e.tier_id
      where e.id = ${about} and e.status = 'offered'`.execute(work)
    const [entry] = rows
    if (!entry) return undefined
    const { tier: name, own_language, translations } = entry
    const ticket = nameIn({ name, language: own_language, translations }, language)
    const params = {
      festival: is_proven ? entry.festival : undefined,
      ticket: is_proven ? ticket : undefined,
      quantity: amount(entry.quantity),
      festivalId: entry.festival_id,
      expires: moment(entry.expires_at, entry.time_zone),
    }
    return letter(config, 'waitingOffered', { to: email, language, params })
  }
}
