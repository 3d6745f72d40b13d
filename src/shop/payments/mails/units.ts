import { sql } from 'kysely'
import { type SellerColumns, sellerColumns } from '#catalogue/organizers'
import type { Vat } from '#core/sale-terms'
import type { Infrastructure } from '#platform/http/infrastructure'
import {
  type BoughtColumns,
  boughtColumns,
  boughtTables,
  translatedColumns,
} from '../model/purchased-item.ts'
import type { Status } from '../model/states.ts'
import { vatOfUnit } from '../model/vat-before.ts'
import type { PaymentType } from '../pricing/offers.ts'

/** A payment, as mails describe it. */
export type Unit = BoughtColumns &
  SellerColumns & {
    id: string
    /** number of its order, for people; null: not numbered yet */
    order_number: string | null
    payment_type: PaymentType
    entity_id: string
    status: Status
    price_cents: number
    /** discount of a voucher on its price */
    discount_cents: number
    amount_cents: number
    points_used: number
    vat: Vat
    /** VAT in its price, as spread over the receipt */
    vat_cents: number
    livemode: boolean
    created_at: Date
    /** the member of staff that gave it for nothing; null: it was bought */
    given_by: string | null
    festival_address: string | null
  }

/** The columns of a `Unit`, of `unitTables`. */
export const unitColumns = (config: Infrastructure['config']) => sql`
  p.id, p.payment_type, p.entity_id, p.status, p.price_cents, p.amount_cents, p.points_used, p.vat,
  coalesce(p.vat_cents, ${vatOfUnit(sql`p.amount_cents`, 'p.vat')}) as vat_cents, orders.number as order_number, orders.livemode,
  p.discount_cents, p.given_by, p.created_at, f.address as festival_address,
  ${sellerColumns(config)}, ${boughtColumns}, ${translatedColumns}`

/** Joins the tables of `unitColumns` to `payments p`. */
export const unitTables = sql`
  join orders on orders.id = p.order_id ${boughtTables} left join organizers o on o.id = f.organizer_id`
