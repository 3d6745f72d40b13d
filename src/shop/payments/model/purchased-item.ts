import { sql } from 'kysely'
import { nameIn, type Translations } from '#platform/values/translations'
import type { Payment } from './schemas.ts'

/** The item that a payment buys and its place, as columns of the payment's row. */
export type BoughtColumns = {
  festival_id: string | null
  festival_name: string | null
  festival_start: Date | null
  festival_end: Date | null
  festival_zone: string | null
  festival_venue: string | null
  festival_country: string | null
  festival_photo: string | null
  festival_cancelled_at: Date | null
  /** time until which it comes back in full, since its festival was moved after the purchase; null: it was not */
  moved_refund_until: Date | null
  /** null: it was deleted before any was sold */
  item_name: string | null
  item_archived: boolean
  /** time when a tier admits, or when a stay begins and ends */
  item_since: Date | null
  item_until: Date | null
}

/** The columns of `BoughtColumns` for `payments p`, in a statement that also has `boughtTables`. */
export const boughtColumns = sql`
  p.festival_id, f.name as festival_name, f.start_time as festival_start, f.end_time as festival_end,
  f.time_zone as festival_zone,
  f.venue as festival_venue, f.country as festival_country, f.photo as festival_photo,
  f.cancelled_at as festival_cancelled_at,
  case when p.created_at < f.moved_at then f.moved_refund_until end as moved_refund_until,
  coalesce(tier.name, stay.name, plan.name) as item_name,
  coalesce(tier.id, stay.id, plan.id) is null or f.deleted_at is not null
    or coalesce(tier.archived_at, stay.archived_at, plan.archived_at) is not null as item_archived,
  coalesce(tier.valid_since, stay.check_in) as item_since,
  coalesce(tier.valid_until, stay.check_out) as item_until`

/** The name of the item in other languages, as columns of its row. */
export type TranslatedColumns = {
  item_language: string | null
  item_translations: Translations | null
}

/** The columns of `TranslatedColumns`, in a statement that also has `boughtTables`. */
export const translatedColumns = sql`
  coalesce(plan.language, f.language) as item_language,
  coalesce(tier.translations, stay.translations, plan.translations) as item_translations`

/** Returns a row with the name of the item in the reader's language, if it has one there. */
export function namedIn<Row extends BoughtColumns & TranslatedColumns>(
  row: Row,
  language: string | null,
): Row {
  const { item_name: name, item_language, item_translations: translations } = row
  return { ...row, item_name: nameIn({ name, language: item_language, translations }, language) }
}

/** Joins the festival and the tier, accommodation or plan of `payments p`. */
export const boughtTables = sql`
  left join festivals f on f.id = p.festival_id
  left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
  left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
  left join subscriptions plan on p.payment_type = 'subscription' and plan.id = p.entity_id`

/** Returns the `festival` of a payment as its buyer reads it; null for a membership. */
export function festivalOf(row: BoughtColumns): Payment['festival'] {
  const { festival_id: id, festival_name: name, festival_start } = row
  const { festival_end, festival_zone } = row
  if (id === null || name === null || festival_start === null) return null
  if (festival_end === null || festival_zone === null) return null
  return {
    id,
    name,
    start_time: festival_start,
    end_time: festival_end,
    time_zone: festival_zone,
    venue: row.festival_venue,
    country: row.festival_country,
    photo: row.festival_photo,
    cancelled_at: row.festival_cancelled_at,
  }
}

/** Returns the `item` of a payment as its buyer reads it. */
export function itemOf(row: BoughtColumns & { entity_id: string }): Payment['item'] {
  return {
    id: row.entity_id,
    name: row.item_name,
    archived: row.item_archived,
    valid_since: row.item_since,
    valid_until: row.item_until,
  }
}
