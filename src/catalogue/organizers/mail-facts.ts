/** The facts of a festival and its seller in mails, reduced for an unconfirmed e-mail address. */
import { type RawBuilder, sql } from 'kysely'
import { days, moment, type Recipient } from '#messaging/mail'
import type { Config } from '#platform/config/variables'
import { unlinked } from '#platform/values/plain-names'
import { mustBeApproved } from './approval.ts'

export type SellerColumns = {
  /** its legal name, else its name */
  seller: string | null
  contact_email: string | null
  may_sell: boolean
}

type ApprovalConfig = Pick<Config, 'NODE_ENV' | 'ORGANIZERS'>

/** The columns of `SellerColumns`, in a statement that joins the organizer `o`. */
export const sellerColumns = (config: ApprovalConfig): RawBuilder<SellerColumns> => sql`
  coalesce(o.legal_name, o.name) as seller, o.contact_email,
  o.id is not null and (${!mustBeApproved(config)}::boolean or o.approved_at is not null) as may_sell`

export type MailedFestival = SellerColumns & {
  festival_id: string | null
  festival_name: string | null
  festival_start: Date | null
  festival_end: Date | null
  festival_zone: string | null
  festival_venue: string | null
  festival_address: string | null
  festival_country: string | null
}

/** The columns of `MailedFestival`, in a statement that joins the festival `f` and its organizer `o`. */
export const mailedFestival = (config: ApprovalConfig): RawBuilder<MailedFestival> => sql`
  f.id as festival_id, f.name as festival_name, f.start_time as festival_start, f.end_time as festival_end,
  f.time_zone as festival_zone, f.venue as festival_venue, f.address as festival_address,
  f.country as festival_country, ${sellerColumns(config)}`

type Reader = Pick<Recipient, 'is_proven'>

/**
 * Returns a name that an organizer chose, as the recipient of a mail may read it. An unconfirmed e-mail may be another
 * person's: it gets only names of organizers that may sell, without links, and no free text at all.
 */
export function readName(
  { is_proven }: Reader,
  { may_sell }: Pick<SellerColumns, 'may_sell'>,
  name: string | null,
): string | undefined {
  if (name === null) return undefined
  if (is_proven) return name
  return may_sell ? unlinked(name) || undefined : undefined
}

/** Returns free text of an organizer: only for confirmed e-mails. */
export const readText = ({ is_proven }: Reader, text: string | null): string | undefined =>
  is_proven ? (text ?? undefined) : undefined

type FestivalPlace = Pick<
  MailedFestival,
  'festival_venue' | 'festival_address' | 'festival_country' | 'may_sell'
>

/** Returns the place of a festival, as the recipient of a mail may read it; undefined if it has none. */
export function readPlace(to: Reader, festival: FestivalPlace): string | undefined {
  const venue = readName(to, festival, festival.festival_venue)
  const rest = [festival.festival_address, festival.festival_country]
  const parts = [venue, ...rest.map((part) => readText(to, part))]
  return parts.filter(Boolean).join(', ') || undefined
}

/** Returns the facts that every mail about a festival has. */
export function festivalFacts(to: Reader, festival: MailedFestival) {
  const { festival_start: start, festival_end: end, festival_zone: zone } = festival
  return {
    festivalId: festival.festival_id ?? undefined,
    festival: readName(to, festival, festival.festival_name),
    start: moment(start, zone),
    end: moment(end, zone),
    days: days(start, end, zone),
    where: readPlace(to, festival),
    seller: readName(to, festival, festival.seller),
  }
}

/** Returns address, language and `replyTo` of a mail: the contact of its organizer, or undefined for several organizers. */
export function addressedTo(to: Recipient, festivals: SellerColumns[]) {
  const readable = festivals.filter(({ may_sell }) => to.is_proven || may_sell)
  const [contact, ...others] = new Set(readable.map(({ contact_email }) => contact_email))
  const replyTo = others.length === 0 ? (contact ?? undefined) : undefined
  return { to: to.email, language: to.language, replyTo }
}
