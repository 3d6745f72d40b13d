import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isDocumented, isVisibleIf, mustBeApproved } from '#catalogue/organizers'
import { mustBeComplete } from '#platform/config/operator'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp } from '#platform/values/time'
import { forAll } from './stock.ts'

/** The availability of a tier (contract, section 7). It is separate, so that a sale changes no festival. */
export const TierAvailability = Type.Object(
  {
    ticket_id: Uuid,
    remaining: Type.Integer({
      description: 'Neither sold nor held, and not to be offered to people who wait for it',
      examples: [477],
    }),
    held: Type.Integer({
      description: 'Being paid for, or offered to people who waited for it',
      examples: [3],
    }),
    status: OneOf('SaleStatus', {
      on_sale: 'It can be bought',
      not_yet: 'Its sale has not begun',
      closed: 'Its sale is over, or the festival may not sell',
      sold_out: 'None are left',
    }),
    next_release_at: NullableTimestamp,
  },
  { title: 'Availability' },
)
export type TierAvailability = Static<typeof TierAvailability>

type Sale = {
  is_cancelled: boolean
  start_time: Date | null
  end_time: Date | null
  remaining: number
}

/** Returns the status of a sale at `now`. The sale includes its first and last instant. */
export function statusOf(
  { is_cancelled, start_time, end_time, remaining }: Sale,
  now: Date,
): TierAvailability['status'] {
  if (is_cancelled || (end_time && now > end_time)) return 'closed'
  if (start_time && now < start_time) return 'not_yet'
  return remaining > 0 ? 'on_sale' : 'sold_out'
}

type Row = Sale &
  Omit<TierAvailability, 'status'> & {
    is_approved: boolean
    is_documented: boolean
    festival_id: string
  }
type Terms = {
  now: Date
  isApprovalNeeded: boolean
  isSellerNeeded: boolean
  hidden?: RawBuilder<SqlBool> | undefined
}

/** The conditions, beside the tier itself, for a tier to be open now. */
export function termsOf({ now, config }: Pick<Infrastructure, 'now' | 'config'>): Terms {
  return {
    now: now(),
    isApprovalNeeded: mustBeApproved(config),
    isSellerNeeded: mustBeComplete(config),
  }
}

/**
 * Returns the availability of each tier of these festivals, in their order; unknown festivals are left out.
 * `next_release_at` is the time when the first hold on a sold-out tier may lapse; null while people wait for it. Where
 * organizers need an approval, the tiers of one without it are closed; so are priced ones without details for invoices,
 * where real money is paid. Hidden tiers and drafts are included where the
 * condition `hidden` holds; the tiers of a draft are closed.
 */
export async function findAvailability(
  db: Database,
  festivalIds: string[],
  terms: Terms,
): Promise<Map<string, TierAvailability[]>> {
  const { rows } = await sql<Row | { ticket_id: null; festival_id: string }>`
    select f.id as festival_id, t.id as ticket_id, ${forAll} as remaining, t.held, t.start_time, t.end_time,
           f.cancelled_at is not null or f.deleted_at is not null as is_cancelled, o.approved_at is not null as is_approved,
           t.price_cents = 0 or ${isDocumented('t')} as is_documented,
           (select min(p.hold_until) from payments p
            where p.entity_id = t.id and t.waiting is null
              and p.status in ('pending', 'requires_action')) as next_release_at
    from festivals f
    left join organizers o on o.id = f.organizer_id left join sellers se on se.organizer_id = o.id
    left join tiers t on t.festival_id = f.id and t.archived_at is null
      and (not t.hidden or ${terms.hidden ?? sql`false`})
    where f.id = any (${festivalIds}::uuid[]) and ${isVisibleIf(terms.hidden ?? sql`false`)}
    order by t.position`.execute(db)
  const found = new Map<string, TierAvailability[]>()
  for (const row of rows) {
    const tiers = found.getOrInsert(row.festival_id, [])
    if (row.ticket_id !== null) tiers.push(toAvailability(row, terms))
  }
  return found
}

function toAvailability(
  { ticket_id, remaining, held, is_approved, is_documented, ...sale }: Omit<Row, 'festival_id'>,
  { now, isApprovalNeeded, isSellerNeeded }: Terms,
): TierAvailability {
  const isOpen = (is_approved || !isApprovalNeeded) && (is_documented || !isSellerNeeded)
  const status = isOpen ? statusOf({ ...sale, remaining }, now) : 'closed'
  const next_release_at = status === 'sold_out' && held > 0 ? sale.next_release_at : null
  return { ticket_id, remaining, held, status, next_release_at }
}
