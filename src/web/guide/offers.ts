import { sql } from 'kysely'
import { mustBeApproved } from '#catalogue/organizers'
import { guideWords as guide, moment, price } from '#common/words/guide-words'
import { words } from '#common/words/shop-words'
import { iso } from '#platform/database/sql'
import type { Infrastructure } from '#platform/http/infrastructure'
import { toEuros } from '#platform/values/money'
import { inLanguage, languageOf, type Spoken, type Translated } from '#platform/values/translations'
import { localTime } from '#platform/zones/local-time'
import { stepper } from '../ui/buy-form.ts'
import { andMore, section } from '../ui/layout.ts'
import { about, lang } from '../ui/localized.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import { zoneNote } from '../ui/zone.ts'
import type { InTurn } from './tiers.ts'

/** The maximum number of entries of each list on a page, and of the amenities of one accommodation. */
const most = { accommodations: 20, plans: 10, amenities: 12 }

type Offer = Translated & {
  id: string
  name: string
  description: string | null
  price_cents: number
}
type Accommodation = Offer & {
  remaining: number
  max_per_order: number
  type: string | null
  capacity: number | null
  check_in: string | null
  check_out: string | null
  amenities: string[]
}
type Plan = Offer & { duration: number; duration_type: 'month' | 'year' }
export type Offers = {
  isOnSale: boolean
  accommodations: Accommodation[]
  accommodationCount: number
  plans: Plan[]
  planCount: number
  queue: InTurn | null
}

/**
 * Returns the offers of a festival page beside its tickets: the festival's accommodations, the membership plans, and
 * the waiting room of its tickets. Reads only the part that the page shows: the API's lists are whole, and the list of
 * plans needs a user.
 */
export async function readOffers(
  { reads, config }: Pick<Infrastructure, 'reads' | 'config'>,
  festivalId: string,
): Promise<Offers | undefined> {
  const { rows } = await sql<Offers>`
    select ${!mustBeApproved(config)} or o.approved_at is not null as "isOnSale", (
      select coalesce(json_agg(a), '[]') from (
        select id, name, description, f.language, translations, price_cents, quantity - sold - held as remaining, max_per_order, type, capacity,
               ${iso('check_in')} as check_in, ${iso('check_out')} as check_out,
               amenities[1:${sql.lit(most.amenities)}] as amenities
        from accommodations where festival_id = f.id and archived_at is null and not hidden
        order by search_name, id limit ${most.accommodations}
      ) a
    ) as accommodations, (
      select count(*)::int from accommodations where festival_id = f.id and archived_at is null and not hidden
    ) as "accommodationCount", (
      select coalesce(json_agg(p), '[]') from (
        select id, name, description, language, translations, price_cents, duration, duration_type
        from subscriptions where archived_at is null order by search_name, id limit ${most.plans}
      ) p
    ) as plans, (
      select count(*)::int from subscriptions where archived_at is null
    ) as "planCount", (
      select json_build_object(
        'opens_at', ${iso('q.opens_at')}, 'draw_at', ${iso('q.draw_at')},
        'is_drawn', exists (select from queue_draws d where d.queue_id = q.id),
        'tiers', array(select tier_id from queue_tiers t where t.queue_id = q.id)
      ) from queues q where q.festival_id = f.id and q.cancelled_at is null
    ) as queue
    from festivals f left join organizers o on o.id = f.organizer_id
    where f.id = ${festivalId}`.execute(reads)
  return rows[0]
}

/** Returns the waiting room of a festival's tickets, if there is one. */
export const inTurnOf = (offers: Offers | undefined) => offers?.queue

/** Shows the accommodations and the membership plans of a festival that is neither over nor cancelled. */
export function offersOf(
  offers: Offers,
  { zone, isSold, languages }: Omit<SaleState, 'isOnSale'> & { languages: string[] },
): Shown {
  const { isOnSale, accommodations, accommodationCount, plans, planCount } = offers
  return [
    accommodations.length > 0 &&
      section(
        { id: 'accommodations', title: guide.stays },
        html`<ul class="tiers">${accommodations.map((one) => accommodation(inLanguage(one, languages), { isOnSale, zone, isSold }))}</ul>
        ${accommodations.some(({ check_in, check_out }) => check_in ?? check_out) && zoneNote(zone)}
        ${andMore(accommodations.length, accommodationCount)}`,
      ),
    plans.length > 0 &&
      section(
        { id: 'memberships', title: guide.memberships },
        html`<ul class="tiers">${plans.map((one) => plan(inLanguage(one, languages), isSold))}</ul>${andMore(plans.length, planCount)}`,
      ),
  ]
}

type SaleState = { isOnSale: boolean; zone: string; isSold: boolean }

function accommodation(one: Spoken<Accommodation>, { isOnSale, zone, isSold }: SaleState): Markup {
  const { remaining, type, capacity, amenities, price_cents, max_per_order } = one
  const sleeps = capacity !== null && guide.sleeps(capacity)
  const isLeft = isOnSale && remaining > 0
  const left = remaining > 0 ? guide.left(remaining) : guide.soldOut
  return offer(
    one,
    html`<p class="left">${isOnSale ? left : guide.notOnSale}</p>
    ${quiet([type, sleeps].filter(Boolean).join(', '))}
    ${quiet(stayOf(one, zone))}
    ${about(one)}
    ${quiet(amenities.join(' · '))}
    ${isSold && stepper({ kind: 'accommodation', price: toEuros(price_cents), max_per_order }, remaining)}`,
    html` data-status="${isLeft ? 'on_sale' : remaining > 0 ? 'closed' : 'sold_out'}"`,
  )
}

/** Shows a membership plan. An order has at most one of each. */
function plan(one: Spoken<Plan>, isSold: boolean): Markup {
  const { duration, duration_type, price_cents } = one
  const length = duration_type === 'year' ? guide.years(duration) : guide.months(duration)
  const choice =
    isSold &&
    html`${quiet(words.accountOnly)}${stepper({ kind: 'subscription', price: toEuros(price_cents), max_per_order: 1 }, 1)}`
  return offer(one, html`${quiet(length)}${about(one)}${choice}`, html` data-status="on_sale"`)
}

function offer(one: Spoken<Offer>, content: Markup, attributes: Markup): Markup {
  const { id, name, price_cents } = one
  return html`<li class="tier" data-tier="${id}"${attributes}><h3${lang(languageOf(one, 'name'))}>${name}</h3><p class="price">${price(toEuros(price_cents))}</p>${content}</li>`
}

function stayOf({ check_in, check_out }: Accommodation, zone: string): string {
  const [from, until] = [check_in, check_out].map((time) => time && moment(time, zone))
  if (!from) return until ? guide.checkOut(until) : ''
  if (!until) return guide.checkIn(from)
  const nights = nightsOf(check_in ?? '', check_out ?? '', zone)
  return [guide.checkInOut(from, until), nights > 0 && words.nights(nights)]
    .filter(Boolean)
    .join(', ')
}

/** Returns the number of nights from one local day to another. */
function nightsOf(from: string, to: string, zone: string): number {
  const dayOf = (time: string) => Math.floor(localTime(new Date(time), zone).getTime() / 86_400_000)
  return dayOf(to) - dayOf(from)
}

function quiet(text: string): Shown {
  return text !== '' && html`<p class="quiet window">${text}</p>`
}
