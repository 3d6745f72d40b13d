import { sql } from 'kysely'
import {
  addressedTo,
  festivalFacts,
  type MailedFestival,
  mailedFestival,
  readName,
} from '#catalogue/organizers'
import type { DomainEvent } from '#core/domain-events'
import { amount, letter, moment, type Writer } from '#messaging/mail'
import { type Notice, translated } from '#messaging/notifications'
import type { Infrastructure } from '#platform/http/infrastructure'
import { nameIn, type Translations } from '#platform/values/translations'
import { longTime } from '#platform/zones/local-time'

/** An entry that has just received an offer. */
export type Offered = {
  id: string
  user_id: string
  festival_id: string
  tier_id: string
  quantity: number
  expires_at: Date
  organizer_id: string | null
  /** the return of the offered ticket; null: it is of the stock */
  return_id: string | null
  festival: string
  time_zone: string
  tier: string
}

export const offeredNotice = ({ id, user_id, quantity, ...offered }: Offered): Notice => ({
  user_id,
  type: 'waiting_list.offered',
  data: { festival_id: offered.festival_id, waiting_entry_id: id },
  // A return that ends puts its entry back in line, so the entry can be offered another one.
  cause: ['waiting', id, 'offered', ...(offered.return_id ? [offered.return_id] : [])].join(':'),
  ...translated(({ words, locale }) =>
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

type Entry = MailedFestival &
  Pick<Offered, 'tier' | 'quantity' | 'expires_at'> & {
    own_language: string | null
    translations: Translations | null
  }

/** Writes the mail about an offer that is still open. */
export function offeredMail({ work, config }: Pick<Infrastructure, 'work' | 'config'>): Writer {
  return async (to) => {
    const { rows } = await sql<Entry>`
      select e.quantity, e.expires_at, t.name as tier, f.language as own_language, t.translations,
             ${mailedFestival(config)}
      from waiting_entries e join festivals f on f.id = e.festival_id join tiers t on t.id = e.tier_id
      left join organizers o on o.id = f.organizer_id
      where e.id = ${to.about} and e.status = 'offered'`.execute(work)
    const [entry] = rows
    if (!entry) return undefined
    const { tier: name, own_language, translations } = entry
    const ticket = nameIn({ name, language: own_language, translations }, to.language)
    const params = {
      ...festivalFacts(to, entry),
      ticket: readName(to, entry, ticket),
      quantity: amount(entry.quantity),
      expires: moment(entry.expires_at, entry.festival_zone),
    }
    return letter(config, 'waitingOffered', { ...addressedTo(to, [entry]), params })
  }
}
