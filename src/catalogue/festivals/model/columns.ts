/** The columns of a festival, its places, its gigs and its ticket tiers. */
import { type RawBuilder, sql } from 'kysely'
import { eachText, festivalTexts } from '#common/festivals/texts'
import { saleTerms } from '#core/sale-terms'
import {
  Columns,
  type Fields,
  flag,
  integer,
  language,
  price,
  searched,
  text,
  translations,
  uuid,
} from '#platform/database/columns'
import { fold } from '#platform/values/text'
import { toTimeZone } from '#platform/zones/time-zones'
import type { GigDraft, LatLng, PlaceDraft, TierDraft } from './draft.ts'
import type { expanded } from './expand-schemas.ts'
import type { NewFestival } from './input-schemas.ts'
import type { Festival } from './schemas.ts'

/** Drafts have instants, answers have their text. */
const instant = (about: string) => ({
  about,
  type: 'timestamptz' as const,
  read: (time: RawBuilder<unknown>) => sql`json_time(${time})`,
})

const point = (about: string) => ({
  about,
  type: 'point' as const,
  write: toPoint,
  read: (at: RawBuilder<unknown>) => sql`json_point(${at})`,
})

export function toPoint(at: LatLng): string {
  return `(${at.lng},${at.lat})`
}

/** Fields of answers that come from other tables, or from columns that have operations of their own. */
type Other =
  | 'id'
  | 'rank'
  | 'organizer'
  | 'previous_edition_id'
  | 'published'
  | 'published_at'
  | 'cancelled_at'
  | 'cancelled_reason'
  | 'moved_refund_until'
  | 'places'
  | 'gigs'
  | 'tickets'
  | 'totals'
  | keyof typeof expanded

export const festivalColumns = new Columns('festivals', {
  organizer_id: text('Whose it is, in organizers.csv'),
  name: searched('Its name'),
  description: text('What it is about'),
  language: language('The language of its own texts'),
  translations,
  ...eachText(({ about }) => text(about)),
  country: { ...text(festivalTexts.country.about), keys: { country_key: fold } },
  coordinates: point('Where it is, as it was written: (longitude,latitude)'),
  start_time: instant('When it begins'),
  end_time: instant('When it ends'),
  time_zone: { ...text('The time zone in which it tells its times'), write: toTimeZone },
  photo: text('Its picture: a link, or a file in photos/'),
  site_plan: text('A plan of its site: a link, or a file in photos/'),
  site_plan_description: text('What the plan shows'),
  refund_until_days: integer(
    'Until how many days before it begins buyers may give back; empty: they may not',
  ),
  refund_percent: integer('How much of the price comes back then, in percent'),
  transfer_days: integer(
    'How many days an order waits for a bank transfer; empty: as the operator has set',
  ),
} satisfies Fields<'festivals', NewFestival & Festival, Other>)

export const placeColumns = new Columns('places', {
  name: text('Its name'),
  type: text('What it is, such as stage'),
  coordinates: point('Where it is: (longitude,latitude)'),
} satisfies Fields<'places', PlaceDraft, 'id'>)

export const gigColumns = new Columns('gigs', {
  artist_id: uuid('Who plays, in artists.csv; empty: still to be announced'),
  place_id: uuid('Where, in places.csv'),
  start_time: instant('When it begins; empty: still to be announced'),
  end_time: instant('When it ends'),
  headliner: flag('Whether its artist headlines the festival'),
  billing: integer(
    'The place of its artist on the bill, from 1 on; empty: after the others, by name',
  ),
  billing_text: text('Its act as it is billed; empty: by the name of its artist'),
} satisfies Fields<'gigs', GigDraft & { place_id: string | null }, 'id' | 'place'>)

export const tierColumns = new Columns('tiers', {
  name: text('Its name'),
  price: price('Its price'),
  quantity: integer('How many there are'),
  start_time: instant('From when on it is sold'),
  end_time: instant('Until when it is sold'),
  valid_since: instant('From when on it admits'),
  valid_until: instant('Until when it admits'),
  description: text('What it is'),
  translations,
  ...saleTerms,
} satisfies Fields<'tiers', TierDraft, 'id'>)
