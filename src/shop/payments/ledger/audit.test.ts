import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { transact } from '#platform/database/transactions'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aPlan, aTier, points } from '../../../../test/buying.ts'
import { aFestival } from '../../../../test/catalogue.ts'
import { insertPayments } from '../../../../test/sales.ts'
import { aGivingFestival, orderTickets } from '../../../../test/vouchers.ts'
import { addPieces, aPlaceInLine, buyOffered, offer } from '../../../../test/waiting.ts'
import { aWorld } from '../../../../test/world.ts'
import { auditLedger, ledgerSize } from './audit.ts'

const world = await aWorld()
const { db, post, aUser } = world

const ada = await aUser()
const admin = await aUser({ roles: ['admin'] })
await points(world, ada, 700)
const [tier, place, plan] = [await aTier(world), await aPlaceToSleep(world), await aPlan(world)]

async function buy(payment_type: string, { id }: { id: string }, rest: object = {}) {
  const body = { payment_type, entity_id: id, ...rest }
  const { body: payment } = await post('/payments', body, { as: ada })
  assert.equal(payment.status, 'succeeded')
  return payment.id as string
}
const ticket = await buy('ticket', tier, { pointsToUse: 200 })
const stay = await buy('accommodation', place)
const membership = await buy('subscription', plan)
const partly = await buy('ticket', tier)
const returned = await buy('ticket', tier, { pointsToUse: 100 })
await post(`/payments/${partly}/refund`, { amount: 5 }, { as: admin })
await post(`/payments/${returned}/refund`, {}, { as: admin })

/** The terms of a buyer's cancellation at 80 percent. */
const terms = { refund_until_days: 1, refund_percent: 80 }
const { id: festival_id } = await aFestival(world, terms)
const given = await buy('ticket', await aTier(world, { festival_id }), { pointsToUse: 50 })
assert.equal((await post(`/payments/${given}/cancel`, undefined, { as: ada })).status, 200)

/** A ticket that was bought with a voucher. */
const giving = await aGivingFestival(world)
const { code } = await giving.voucher({ percent: 10, max_uses: 2 })
const { body: reduced } = await orderTickets(world, ada, {
  id: (await giving.tier()).id,
  voucher: code,
})
/** A queue of three: one has bought, one has an offer, one waits. */
const full = await aTier(world, { quantity: 1 })
await buy('ticket', full)
const [taken, offered] = [await aPlaceInLine(world, full), await aPlaceInLine(world, full)]
await aPlaceInLine(world, full)
await addPieces(world, full, 2)
await offer(world)
assert.equal((await buyOffered(world, full, { place: taken })).status, 201)

/** A buyer with a payment that is still open. */
const held = newId()
await insertPayments(db, [
  {
    id: held,
    user_id: ada.id,
    payment_type: 'ticket',
    entity_id: tier.id,
    price_cents: 5000,
    points_used: 50,
    amount_cents: 4950,
    status: 'pending',
    lease_until: new Date(),
    hold_until: new Date(),
    created_at: new Date(),
  },
])
await db
  .insertInto('payment_events')
  .values({ payment_id: held, place: 1, status: 'pending', created_at: new Date() })
  .execute()
await db.updateTable('tiers').set({ held: 1 }).where('id', '=', tier.id).execute()
await sql`
  update points set available = available - 50, reserved = 50 where user_id = ${ada.id}`.execute(db)

/** Returns the findings of the audit after tampering with the database, which is undone. */
async function told(tampering: RawBuilder<unknown>[], options = {}): Promise<string[]> {
  const undone = new Error('undone')
  let faults: string[] = []
  const done = transact(db, async (trx) => {
    for (const statement of tampering) await statement.execute(trx)
    faults = await auditLedger(trx, options)
    throw undone
  })
  await assert.rejects(done, undone)
  return faults
}

const unchecked = sql`
  alter table tiers drop constraint tiers_stock; alter table points drop constraint points_not_negative`

test('the audit finds nothing in a correct ledger', async () => {
  assert.deepEqual(await auditLedger(db), [])
})

const faults: [string, RawBuilder<unknown>[], RegExp[]][] = [
  [
    'more is sold than there is',
    [unchecked, sql`update tiers set quantity = 1 where id = ${tier.id}`],
    [new RegExp(`^Tier ${tier.id}: sold 2 and held 1 of 1$`)],
  ],
  [
    'one too many is sold',
    [sql`update tiers set sold = sold + 1 where id = ${tier.id}`],
    [/^Tier .*: sold 3 and held 1, but 2 payments bought and 1 hold it$/],
  ],
  [
    'a held one is forgotten',
    [sql`update tiers set held = 0 where id = ${tier.id}`],
    [/^Tier .*: sold 2 and held 0, but 2 payments bought and 1 hold it$/],
  ],
  [
    'an accommodation counts wrongly',
    [sql`update accommodations set sold = 0 where id = ${place.id}`],
    [new RegExp(`^Accommodation ${place.id}: sold 0 and held 0, but 1 payments bought and 0 hold`)],
  ],
  [
    'a tier is gone with its buyers',
    [sql`delete from tiers where id = ${tier.id}`],
    [new RegExp(`^Tier ${tier.id} is gone, but 2 payments bought and 1 hold it$`)],
  ],
  [
    'a ticket is lost',
    [sql`delete from tickets where payment_id = ${ticket}`],
    [new RegExp(`^Payment ${ticket} is succeeded, but has no live ticket$`)],
  ],
  [
    'a ticket has another holder, and was not handed on',
    [sql`update tickets set holder_id = ${admin.id} where payment_id = ${stay}`],
    [
      new RegExp(
        `^Ticket ${stay} is of revision 0 and held by ${admin.id}, but was handed on 0 times, last to no user$`,
      ),
    ],
  ],
  [
    'a ticket has a code that none was given',
    [sql`update tickets set revision = 2 where payment_id = ${stay}`],
    [new RegExp(`^Ticket ${stay} is of revision 2 and held by its buyer, but was handed on 0`)],
  ],
  [
    'a ticket is revoked though paid for',
    [sql`update tickets set revoked_at = now() where payment_id = ${stay}`],
    [new RegExp(`^Payment ${stay} is succeeded, but has no live ticket$`)],
  ],
  [
    'a ticket outlives its refund',
    [sql`update tickets set revoked_at = null where payment_id = ${returned}`],
    [new RegExp(`^Payment ${returned} is refunded, but its ticket is live$`)],
  ],
  [
    'a membership is lost',
    [sql`delete from membership_terms where payment_id = ${membership}`],
    [new RegExp(`^Payment ${membership} is succeeded, but has no membership term$`)],
  ],
  [
    'a membership without a payment',
    [
      sql`insert into membership_terms select ${stay}, user_id, subscription_id, 1, 'month', now()
          from membership_terms`,
    ],
    [new RegExp(`^Payment ${stay} is succeeded, but has a membership term$`)],
  ],
  [
    'VAT is not that of the receipt',
    [sql`update payments set vat_cents = 1 where id = ${stay}`],
    [/^Receipt .*, seller .*, rate 0: 0 cents VAT in 9000, but its payments have 1$/],
  ],
  [
    'VAT of the version before is not that of its unit',
    [sql`update payments set vat_cents = 1, vat_by_unit = true where id = ${stay}`],
    [new RegExp(`^Payment ${stay}: 1 cents VAT in 9000, but 0 are due$`)],
  ],
  [
    'a refund gives back more VAT than there is',
    [sql`update refunds set vat_cents = 1 where payment_id = ${partly}`],
    [
      new RegExp(
        `^Payment ${partly} has 0 cents VAT, of which its refunds gave back 1, but 4500 of 5000`,
      ),
    ],
  ],
  [
    'points from nowhere',
    [sql`update points set available = available + 1 where user_id = ${ada.id}`],
    [/^User .* points available and 50 reserved, but the ledger says \d+$/],
  ],
  [
    'points below zero',
    [unchecked, sql`update points set available = -1 where user_id = ${ada.id}`],
    [/^User .*: -1 points available, 50 reserved$/, /but the ledger says/],
  ],
  [
    'points of a user without a balance',
    [sql`delete from points where user_id = ${ada.id}`],
    [/: 0 points available and 0 reserved, but/, /: 0 points earned, but/, /: 0 points reserved/],
  ],
  [
    'points earned and forgotten',
    [sql`update points set earned = earned - 1 where user_id = ${ada.id}`],
    [/^User .*: \d+ points earned, but the ledger says \d+$/],
  ],
  [
    'points owed and forgotten',
    [sql`update points set owed = owed + 1 where user_id = ${ada.id}`],
    [/^User .*: 1 points owed, but the ledger says 0$/],
  ],
  [
    'a shortfall without a cause',
    [
      sql`update point_entries set shortfall = 3
          where id = (select id from point_entries where user_id = ${ada.id} and kind = 'reversed' limit 1)`,
    ],
    [/^User .*: 0 points owed, but the ledger says 3$/],
  ],
  [
    'points reserved for nothing',
    [
      sql`update points set available = available - 1, reserved = reserved + 1
          where user_id = ${ada.id}`,
    ],
    [/^User .*: 51 points reserved, but open payments use 50$/],
  ],
  [
    'points spent twice',
    [
      sql`update point_entries set delta = delta - 7 where source = ${`payment:${ticket}:spent`}`,
      sql`update points set available = available - 7 where user_id = ${ada.id}`,
    ],
    [/^User .*: 217 points spent, but paid payments use 210$/],
  ],
  [
    'a refund is lost',
    [sql`delete from refunds where payment_id = ${partly}`],
    [new RegExp(`^Payment ${partly}: 500 cents given back, but its refunds say 0$`)],
  ],
  [
    'a refund in full that was not done',
    [sql`update refunds set done_at = null where payment_id = ${returned}`],
    [new RegExp(`^Payment ${returned} is refunded with 1 refunds, 1 of them in full, 0 of those`)],
  ],
  [
    'a refund of what is not refunded',
    [
      sql`insert into refunds (id, payment_id, idempotency_key, amount_cents, is_full, created_at, lease_until)
         values (${newId()}, ${stay}, 'x', 0, false, now(), now())`,
    ],
    [new RegExp(`^Payment ${stay} is succeeded with 1 refunds`)],
  ],
  [
    'less came back than the terms say',
    [
      sql`update refunds set amount_cents = amount_cents - 1 where payment_id = ${given}`,
      sql`update payments set refunded_cents = refunded_cents - 1 where id = ${given}`,
    ],
    [new RegExp(`^Payment ${given}: 3959 cents came back when it ended, but 3960 were due$`)],
  ],
  [
    'a part of what ended was kept',
    [
      sql`update refunds set amount_cents = amount_cents - 1 where payment_id = ${returned}`,
      sql`update payments set refunded_cents = refunded_cents - 1 where id = ${returned}`,
    ],
    [new RegExp(`^Payment ${returned}: 4899 cents came back when it ended, but 4900 were due$`)],
  ],
  [
    'what was given back too late',
    [sql`update payments set cancel_until = created_at - interval '1 s' where id = ${given}`],
    [
      new RegExp(
        `^Payment ${given} was given back at 80 percent at .*, but its terms are 80 percent`,
      ),
    ],
  ],
  [
    'more points came back than the terms say',
    [
      sql`update point_entries set delta = delta + 10 where source = ${`payment:${given}:returned`}`,
      sql`update points set available = available + 10 where user_id = ${ada.id}`,
    ],
    [/^User .*: 200 points spent, but paid payments use 210$/],
  ],
  [
    'a dispute that blocks no ticket',
    [
      sql`
      insert into disputes (id, payment_id, processor_id, amount_cents, reason, status, opened_at)
      values (${newId()}, ${stay}, 'dp_1', 1, 'general', 'open', now())`,
    ],
    [new RegExp(`^Payment ${stay}: some disputes are open, but it says none$`)],
  ],
  [
    'a ticket that stays blocked',
    [sql`update tickets set blocked_at = now() where payment_id = ${stay}`],
    [new RegExp(`^Payment ${stay} is disputed since never, but its ticket is blocked since 2`)],
  ],
  [
    'a dispute that was lost, and took nothing',
    [
      sql`
      insert into disputes (id, payment_id, processor_id, amount_cents, reason, status, opened_at, closed_at)
      values (${newId()}, ${stay}, 'dp_1', 1, 'general', 'lost', now(), now())`,
    ],
    [new RegExp(`^Payment ${stay} is succeeded, but a dispute of it was lost$`)],
  ],
  [
    'a change without its event',
    [sql`delete from payment_events where payment_id = ${stay} and status = 'succeeded'`],
    [new RegExp(`^Payment ${stay} is succeeded, but the last it was said to be is pending$`)],
  ],
  [
    'a payment without any event',
    [sql`delete from payment_events where payment_id = ${stay}`],
    [/but the last it was said to be is nothing$/],
  ],
  [
    'a use of a voucher too many',
    [sql`update voucher_codes set used = 2`],
    [/^Voucher code \S+: used 2 and held 0, but 1 payments are paid and 0 open with it$/],
  ],
  [
    'a held use of a voucher is forgotten',
    [sql`update voucher_codes set held = 1`],
    [/^Voucher code \S+: used 1 and held 1, but 1 payments are paid and 0 open with it$/],
  ],
  [
    'a voucher is used more often than it may be',
    [
      sql`alter table voucher_codes drop constraint voucher_codes_uses`,
      sql`update voucher_codes set max_uses = 0`,
    ],
    [/^Voucher code \S+: used 1 and held 0 of 0$/],
  ],
  [
    'a discount without a voucher',
    [
      sql`update payments set voucher_code_id = null where id = ${reduced.payments[0].id}`,
      sql`update voucher_codes set used = 0`,
    ],
    [/^Payment \S+ has a discount of 500 cents of 5000 without a voucher$/],
  ],
  [
    'a charge may still come for what is paid',
    [sql`update orders set is_fenced = false where id = ${stay}`],
    [new RegExp(`^Order ${stay} is succeeded, but a charge may still come$`)],
  ],
  [
    'an offer that holds nothing',
    [sql`update tiers set held = 0 where id = ${full.id}`],
    [new RegExp(`^Tier ${full.id}: sold 2 and held 0, but 2 payments bought and 1 hold it$`)],
  ],
  [
    'an offer that has let go of what no order holds',
    [sql`update waiting_entries set ordered = 1 where id = ${offered.id}`],
    [
      new RegExp(`^Tier ${full.id}: sold 2 and held 1, but 2 payments bought and 0 hold it$`),
      new RegExp(`^Offer ${offered.id}: an order is to hold 1 of it, but 0 payments do$`),
    ],
  ],
  [
    'an offer that was taken by no order',
    [sql`update waiting_entries set order_id = null where id = ${taken.id}`],
    [
      new RegExp(
        `^Offer ${taken.id} of 1 was taken by order none, which is unknown and bought 0 of it$`,
      ),
    ],
  ],
  [
    'a tier that knows nothing of those who wait',
    [sql`update tiers set waiting = null where id = ${full.id}`],
    [new RegExp(`^Tier ${full.id} notes that people wait for none, but one waits for 1$`)],
  ],
  [
    'an order that charges another amount than its payments cost',
    [sql`update orders set amount_cents = amount_cents + 1 where id = ${stay}`],
    [new RegExp(`^Order ${stay} charges 9001 cents, but its payments cost 9000$`)],
  ],
  [
    'an order that has not succeeded, of which a payment has',
    [sql`update orders set status = 'failed' where id = ${stay}`],
    [new RegExp(`^Order ${stay} is failed, but its payments are succeeded$`)],
  ],
  [
    'an order without a payment',
    [
      sql`
        insert into orders (id, user_id, endpoint, idempotency_key, request_hash, amount_cents, status, livemode,
          lease_until, hold_until, is_fenced, created_at, touched_at)
        select gen_random_uuid(), user_id, 'orders', 'key', '', 0, 'succeeded', false, now(), now(), true, now(), now()
        from payments where id = ${stay}`,
    ],
    [/^Order \S+ has no payment$/],
  ],
]
for (const [name, tampering, sentences] of faults) {
  // Requirement (rules): contract §7 What always holds: stock, tickets, points, refunds, events
  // Requirement (rules): contract §5 the ledger knows what is owed
  test(`the audit finds: ${name}`, async () => {
    const faults = await told(tampering)
    assert.equal(faults.length, sentences.length, faults.join('\n'))
    for (const [index, sentence] of sentences.entries()) assert.match(`${faults[index]}`, sentence)
  })
}

// Requirement (rules): contract §7 What always holds: at rest nothing is held, reserved, pending or refunding
test('a settled ledger has nothing under way', async () => {
  const isDone = (fault: string) => fault.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'X')
  const [pending, refund, cancelled] = [
    [],
    [sql`update refunds set done_at = null where payment_id = ${partly}`],
    [sql`update festivals set cancelled_at = now() where id = ${place.festival_id}`],
  ]
  const open = ['Tier X: 1 held', 'User X: 50 points reserved', 'Order X is pending, not cancelled']
  assert.deepEqual((await told(pending, { atRest: true })).map(isDone), open)
  assert.deepEqual((await told(refund, { atRest: true })).map(isDone), [
    ...open,
    'Refund X of payment X is not done',
  ])
  assert.deepEqual((await told(cancelled, { atRest: true })).map(isDone), [
    ...open,
    'Payment X is succeeded, but its festival is cancelled',
  ])
})

test('of many faults of a kind twenty are listed, with the number of the others', async () => {
  const festival_id = tier.festival_id
  const tiers = Array.from({ length: 25 }, () => ({ id: newId(), position: 1, name: 'Day' }))
  const rows = JSON.stringify(tiers.map((one) => ({ ...one, festival_id })))
  const many = sql`
    insert into tiers (id, position, name, price_cents, quantity, sold, festival_id)
    select id, position, name, 1, 5, 5, festival_id
    from jsonb_to_recordset(${rows}) t (id uuid, position int, name text, festival_id uuid)`
  const faults = await told([many])
  assert.deepEqual([faults.length, faults[20]], [21, '… and 5 more like the last one'])
})

test('it knows how much it checked', async () => {
  const { rows } = await sql<{ points: number }>`
    select sum(available + reserved)::int as points from points`.execute(db)
  assert.deepEqual(await ledgerSize(db), { payments: 10, tickets: 8, points: rows[0]?.points })
})
