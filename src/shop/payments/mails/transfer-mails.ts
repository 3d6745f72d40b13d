/** Mails about an order that waits for its bank transfer. They are about the attempt to pay it. */
import { sql } from 'kysely'
import { addressedTo } from '#catalogue/organizers'
import { inGroups } from '#core/banking'
import { letter, moment, money, type Writer } from '#messaging/mail'
import type { Infrastructure } from '#platform/http/infrastructure'
import { awaitedTransfer, remindAt } from '../model/bank-transfer.ts'
import type { SettledOrder } from '../model/order-stages.ts'
import { namedIn, type TranslatedColumns } from '../model/purchased-item.ts'
import { festivalNames, itemNames } from './mails.ts'
import { type Unit, unitColumns, unitTables } from './units.ts'

type Context = Pick<Infrastructure, 'work' | 'config' | 'now'>
type Awaiting = Pick<SettledOrder, 'means' | 'hold_until'> & {
  order_status: SettledOrder['status']
  order_cents: number
}

/** Writes where to transfer what, and until when; nothing once the order does not wait for it any more. */
export function transferMail(
  { work, config }: Pick<Context, 'work' | 'config'>,
  name: 'paymentAwaited' | 'paymentReminder',
): Writer {
  return async (to) => {
    const { rows } = await sql<Unit & TranslatedColumns & Awaiting>`
      select ${unitColumns(config)}, orders.status as order_status, orders.means, orders.hold_until,
             orders.amount_cents as order_cents
      from payments p ${unitTables}
      where orders.charge_id = ${to.about} and p.user_id = ${to.user_id} order by p.line`.execute(
      work,
    )
    const units = rows.map((row) => namedIn(row, to.language))
    const [first] = units
    const transfer = first && awaitedTransfer(asOrder(first), config)
    if (!transfer) return undefined
    const { holder, iban, bic, reference, pay_until } = transfer
    const params = {
      festivalNames: festivalNames(to, units),
      planNames: itemNames(to, units),
      holder,
      iban: inGroups(iban),
      bic: bic ?? undefined,
      amount: money(first.order_cents),
      reference,
      until: moment(pay_until, first.festival_zone),
      id: first.order_number ?? undefined,
      email: to.email,
      member: to.is_guest ? undefined : 'yes',
      guest: to.is_guest ? 'yes' : undefined,
    }
    return letter(config, name, { ...addressedTo(to, units), params })
  }
}

const asOrder = ({
  order_status,
  means,
  order_number,
  order_cents,
  hold_until,
}: Unit & Awaiting) => ({
  status: order_status,
  means,
  number: order_number,
  amount_cents: order_cents,
  hold_until,
})

/**
 * Returns the time of a reminder that is looked at too early: confirming another e-mail makes all mails of the user due at
 * once.
 */
export function reminderTime({ work, now }: Pick<Context, 'work' | 'now'>): Writer['waitsUntil'] {
  return async ({ about }) => {
    const { rows } = await sql<{ at: Date }>`
      select ${remindAt(sql`hold_until`)} as at from orders
      where charge_id = ${about} and status = 'requires_action'`.execute(work)
    const at = rows[0]?.at
    return at && at > now() ? at : undefined
  }
}
