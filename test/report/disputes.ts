/** Disputes of a history of sales, as the processor tells of them. */
import { newId } from '#platform/values/ids'
import type { Unit } from './books.ts'
import { bookBack, clock, type Stage, world } from './stage.ts'

const { app, db } = world

/** What the processor says of a charge. */
export async function hear(event: object) {
  const headers = { 'content-type': 'application/json' }
  const payload = JSON.stringify({ id: `evt_${newId()}`, ...event })
  await app.inject({ method: 'POST', url: '/payments/webhook', headers, payload })
}

/** The owner of a card disputes what they were charged, or a part of it: it is about the first units first. */
export async function dispute(stage: Stage, { more }: { more: number }, { order: orderId }: Unit) {
  const units = stage.units.filter(({ order: of }) => of === orderId)
  const charged = units.reduce((sum, { amount }) => sum + amount, 0)
  if (units.some(({ means }) => means !== 'card') || charged === 0) return
  const { charge_id } = await db
    .selectFrom('orders')
    .select('charge_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const cents = more % 3 === 0 ? Math.ceil(charged / 2) : charged
  const said = { id: `dp_${newId()}`, key: charge_id ?? orderId, cents }
  await hear(about(said, 'open'))
  let rest = cents
  const shares = units.map((unit): [Unit, number] => {
    const share = Math.min(rest, unit.amount)
    rest -= share
    if (share > 0) stage.books.disputed(unit, share, clock.at)
    return [unit, share]
  })
  stage.disputes.push({ ...said, units: shares })
}

const about = ({ id, key, cents }: { id: string; key: string; cents: number }, status: string) => ({
  key,
  outcome: { state: 'succeeded' },
  dispute: { id, cents, reason: 'fraudulent', status },
})

/** The bank decides the dispute that is open longest. */
export async function decideDispute(stage: Stage, { kind }: { kind: string }) {
  const one = stage.disputes.shift()
  if (!one) return
  const cents = one.units.reduce((sum, [, share]) => sum + share, 0)
  await hear(about({ ...one, cents }, kind))
  for (const [unit, share] of one.units) {
    if (kind === 'won' && share > 0) stage.books.disputeWon(unit, share, clock.at)
    if (kind === 'lost') await bookBack(stage, [unit], true)
  }
}
