import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { found } from '#platform/values/errors'
import { toEuros } from '#platform/values/money'
import { shownShortCode } from '#shop/tickets'
import type { Sale } from './sale-schemas.ts'

type Ticket = {
  payment_id: string
  entity_id: string
  name: string
  amount_cents: number
  /** the VAT in it, and its rate; null: it is not paid yet, or has none */
  vat_cents: number | null
  rate: number | null
  code: string | null
  short_code: string | null
  admitted: boolean
  refunded: boolean
}
type Row = {
  id: string
  receipt: number | null
  means: Sale['means']
  amount_cents: number
  tendered_cents: number | null
  seller: string
  created_at: Date
  sold_at: Date | null
  is_open: boolean
  hold_until: Date
  tickets: Ticket[]
}

/** True if a ticket `t` still has the codes that its till sold: after a transfer the codes belong to the new holder. */
const hasSoldCodes = sql`t.revoked_at is null and t.revision = 0`

/** Returns a sale of a shift, with the codes of its tickets that admit and were not transferred. 404 for an unknown one. */
export async function readSale(
  db: Database,
  { shiftId, id }: { shiftId: string; id: string },
): Promise<Sale> {
  const { rows } = await sql<Row>`
    select s.id, s.receipt, s.means, s.amount_cents, s.tendered_cents, s.seller, s.created_at, s.sold_at,
           bool_or(o.status in ('pending', 'requires_action')) as is_open, max(o.hold_until) as hold_until,
           jsonb_agg(jsonb_build_object('payment_id', p.id, 'entity_id', p.entity_id, 'name', coalesce(tier.name, stay.name),
             'amount_cents', p.amount_cents, 'vat_cents', p.vat_cents, 'rate', (p.vat->>'rate')::numeric, 'code', case when ${hasSoldCodes} then t.code end,
             'short_code', case when ${hasSoldCodes} then t.short_code end, 'admitted', t.validated_at is not null,
             'refunded', p.status in ('refunding', 'refunded')) order by p.order_id, p.line) as tickets
    from till_sales s join orders o on o.sale_id = s.id join payments p on p.order_id = o.id
    left join tickets t on t.payment_id = p.id and p.status in ('succeeded', 'partially_refunded', 'refunding', 'refunded')
    left join tiers tier on p.payment_type = 'ticket' and tier.id = p.entity_id
    left join accommodations stay on p.payment_type = 'accommodation' and stay.id = p.entity_id
    where s.id = ${id} and s.shift_id = ${shiftId} group by s.id`.execute(db)
  return toSale(found(rows[0], 'Sale'))
}

function toSale({
  amount_cents,
  tendered_cents,
  is_open,
  hold_until,
  tickets,
  ...sale
}: Row): Sale {
  const isPaid = sale.receipt !== null
  const status = isPaid ? 'paid' : is_open ? 'waiting' : 'failed'
  return {
    ...sale,
    status,
    amount: toEuros(amount_cents),
    tendered: tendered_cents === null ? null : toEuros(tendered_cents),
    change: tendered_cents === null ? null : toEuros(tendered_cents - amount_cents),
    expires_at: status === 'waiting' ? hold_until : null,
    vat: vatOf(tickets),
    tickets: tickets.map(
      ({ amount_cents: cents, vat_cents: _, rate: __, short_code, ...ticket }) => ({
        ...ticket,
        price: toEuros(cents),
        short_code: short_code === null ? null : shownShortCode(short_code),
      }),
    ),
  }
}

/** Returns the sums of each rate, as they are stored; none until the sale is paid. */
function vatOf(tickets: Ticket[]): Sale['vat'] {
  const paid = tickets.filter(({ vat_cents, rate }) => vat_cents !== null && rate !== null)
  return [...Map.groupBy(paid, ({ rate }) => rate ?? 0)]
    .toSorted(([a], [b]) => b - a)
    .map(([rate, units]) => ({
      rate,
      amount: toEuros(units.reduce((sum, { amount_cents }) => sum + amount_cents, 0)),
      vat_amount: toEuros(units.reduce((sum, { vat_cents }) => sum + (vat_cents ?? 0), 0)),
    }))
}
