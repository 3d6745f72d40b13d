import { sql } from 'kysely'
import type { Faults } from './refund-faults.ts'

/** Orders that were transferred are paid by an entry of a statement, and no more goes back than was booked. */
export const transferFaults: Faults[] = [
  sql`
    select format('Order %s was paid by transfer, but no statement says so', o.id)
    from orders o left join bank_charges c on c.key = o.charge_id
    where o.means = 'transfer' and o.status = 'succeeded' and o.amount_cents > 0 and c.paid_at is null`,
  sql`
    select format('Entry %s was booked on order %s, whose transfer is not', e.id, e.order_id)
    from bank_entries e join orders o on o.id = e.order_id left join bank_charges c on c.key = o.charge_id
    where (e.state = 'booked' or e.decision in ('accept', 'book_on')) and e.cents > 0 and c.paid_at is null`,
  sql`
    select format('Charge %s of %s cents: transfers of %s cents give it back', c.key, c.cents, sum(b.cents))
    from bank_charges c join bank_refunds b on b.charge = c.key and b.refused is null
    group by c.key having sum(b.cents) > c.cents`,
  sql`
    select format('Entry %s of %s cents: transfers of %s cents give it back', e.id, e.cents, sum(b.cents))
    from bank_entries e join bank_refunds b on b.entry_id = e.id and b.refused is null
    group by e.id having sum(b.cents) > e.cents`,
]
