/** `max_per_person`: the limit of a tier or an accommodation for one person, however many requests ask at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proveEmail } from '#identity/users'
import { transact } from '#platform/database/transactions'
import { anotherProcess } from '../../../../test/another-process.ts'
import { aPlaceToSleep, aTier, points } from '../../../../test/buying.ts'
import { aGuest } from '../../../../test/guests.ts'
import { orderTickets } from '../../../../test/vouchers.ts'
import { aWorld, type Person } from '../../../../test/world.ts'

const now = new Date('2030-06-15T12:00:00.000Z')
const world = await aWorld({ now: () => now })
const { db, get, post, aUser, client, statements } = world
const elsewhere = await anotherProcess(world)
const admin = await aUser({ roles: ['admin'] })

type Order = { payment_type: string; entity_id: string; [field: string]: unknown }
const ticketOf = ({ id }: { id: string }, more = {}): Order => {
  return { payment_type: 'ticket', entity_id: id, ...more }
}
const buy = (as: Person, order: Order) => post('/payments', order, { as })
const there = (as: Person, body: Order) =>
  elsewhere('POST', '/payments', { client: client.token, as, body })
const stockOf = (table: 'tiers' | 'accommodations', id: string) =>
  db.selectFrom(table).select(['sold', 'held']).where('id', '=', id).executeTakeFirstOrThrow()

type Answer = { status: number; body: { code?: string } }

/** Counts the purchases, and lists the codes of the refusals. */
const outcome = (answers: Answer[]) => ({
  bought: answers.filter(({ status }) => status === 201).length,
  refused: [...new Set(answers.flatMap(({ body: { code } }) => code ?? []))],
})

// Requirement (rules): contract §7.4: max_per_person, what counts
test('what one has already counts until it is given back', async () => {
  const ada = await aUser()
  const tier = await aTier(world, { max_per_person: 2 })
  const first = await buy(ada, ticketOf(tier))
  const waiting = await buy(
    ada,
    ticketOf(tier, { processorPaymentMethodId: 'pm_card_authenticationRequired' }),
  )
  assert.deepEqual([first.body.status, waiting.body.status], ['succeeded', 'requires_action'])
  const third = await buy(ada, ticketOf(tier))
  assert.equal(third.status, 409)
  assert.deepEqual(third.body, {
    error: 'You have reached the limit of this item for each person',
    code: 'limit',
  })
  assert.deepEqual(await stockOf('tiers', tier.id), { sold: 1, held: 1 })
  assert.equal((await get('/payments', { as: ada })).body.length, 2)
  assert.equal((await buy(await aUser(), ticketOf(tier))).status, 201, 'another person')

  const refund = await post(`/payments/${first.body.id}/refund`, {}, { as: admin })
  assert.equal(refund.body.status, 'refunded')
  assert.equal((await buy(ada, ticketOf(tier))).status, 201)
  assert.equal((await buy(ada, ticketOf(tier))).body.code, 'limit')
  assert.equal((await world.del(`/payments/${waiting.body.id}`, { as: ada })).status, 200)
  assert.equal((await buy(ada, ticketOf(tier))).status, 201)
})

test('a declined purchase, and one of another tier, does not count', async () => {
  const ada = await aUser()
  const [tier, other] = [await aTier(world, { max_per_person: 1 }), await aTier(world)]
  const declined = ticketOf(tier, { processorPaymentMethodId: 'pm_card_chargeDeclined' })
  assert.equal((await buy(ada, declined)).status, 402)
  assert.equal((await buy(ada, ticketOf(other))).status, 201)
  assert.equal((await buy(ada, ticketOf(tier))).status, 201)
  assert.equal((await buy(ada, ticketOf(tier))).body.code, 'limit')
})

test('a part given back leaves the ticket, which counts', async () => {
  const ada = await aUser()
  const tier = await aTier(world, { max_per_person: 1 })
  const { body } = await buy(ada, ticketOf(tier))
  await post(`/payments/${body.id}/refund`, { amount: 1 }, { as: admin })
  assert.equal((await buy(ada, ticketOf(tier))).body.code, 'limit')
})

test('a repeated request is the same purchase, and no second one', async () => {
  const ada = await aUser()
  const tier = await aTier(world, { max_per_person: 1 })
  const headers = { 'idempotency-key': `limited ${tier.id}` }
  const [first, again] = [
    await post('/payments', ticketOf(tier), { as: ada, headers }),
    await post('/payments', ticketOf(tier), { as: ada, headers }),
  ]
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.equal(first.body.id, again.body.id)
})

// Requirement (rules): contract §7.4: max_per_person, however many ask at once
test('50 purchases of one person at once against a limit of 4: exactly 4', async () => {
  const ada = await aUser()
  const tier = await aTier(world, { max_per_person: 4 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => buy(ada, ticketOf(tier))))
  assert.deepEqual(outcome(answers), { bought: 4, refused: ['limit'] })
  assert.deepEqual(await stockOf('tiers', tier.id), { sold: 4, held: 0 })
})

for (let round = 1; round <= 5; round++) {
  test(`50 purchases at once through two processes, round ${round}: exactly 4`, async () => {
    const ada = await aUser()
    const stay = await aPlaceToSleep(world, { max_per_person: 4, quantity: 100 })
    const order = { payment_type: 'accommodation', entity_id: stay.id }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => (nth % 2 === 0 ? buy(ada, order) : there(ada, order))),
    )
    assert.deepEqual(outcome(answers), { bought: 4, refused: ['limit'] })
    assert.deepEqual(await stockOf('accommodations', stay.id), { sold: 4, held: 0 })
  })
}

// Requirement (rules): contract §7.4: max_per_person counts guests of one e-mail and its account together
test('50 purchases of guests of one e-mail at once: exactly 4', async () => {
  const ada = await aGuest(world)
  const guests = await Promise.all(
    Array.from({ length: 9 }, () => aGuest(world, { email: ada.email.toUpperCase() })),
  )
  const buyers = [ada, ...guests]
  for (let round = 0; round < 3; round++) {
    const tier = await aTier(world, { max_per_person: 4 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) => {
        const as = buyers[nth % buyers.length] ?? ada
        return nth % 2 === 0 ? buy(as, ticketOf(tier)) : there(as, ticketOf(tier))
      }),
    )
    assert.deepEqual(outcome(answers), { bought: 4, refused: ['limit'] })
    assert.deepEqual(await stockOf('tiers', tier.id), { sold: 4, held: 0 })
  }
})

test('guests of one e-mail are one person, also with an account, and those of another are not', async () => {
  const ada = await aUser({ isProven: false })
  const tier = await aTier(world, { max_per_person: 2 })
  const [one, two, other] = [
    await aGuest(world, { email: ada.email }),
    await aGuest(world, { email: ada.email.toUpperCase() }),
    await aGuest(world),
  ]
  assert.equal((await buy(one, ticketOf(tier))).status, 201)
  assert.equal((await buy(two, ticketOf(tier))).status, 201)
  assert.equal((await buy(one, ticketOf(tier))).body.code, 'limit')
  assert.equal((await buy(two, ticketOf(tier))).body.code, 'limit')
  assert.equal((await buy(ada, ticketOf(tier))).body.code, 'limit')
  assert.equal((await buy(other, ticketOf(tier))).status, 201)
})

// Requirement (rules): contract §7.4: max_per_person of an account counts what guests with its e-mail have
//   paid
test('what a guest with the e-mail of an account holds, or got for nothing, counts for the account once it is taken over', async () => {
  const ada = await aUser()
  const [tier, free] = [
    await aTier(world, { max_per_person: 1 }),
    await aTier(world, { max_per_person: 1, price_cents: 0 }),
  ]
  const [holder, waiter, taker] = [
    await aGuest(world, { email: ada.email }),
    await aGuest(world, { email: ada.email }),
    await aGuest(world, { email: ada.email }),
  ]
  assert.equal((await orderTickets(world, holder, { id: tier.id, hold: true })).status, 201)
  assert.equal((await buy(waiter, ticketOf(tier))).body.code, 'limit', 'guests are one person')
  assert.equal((await buy(taker, ticketOf(free))).status, 201)

  assert.equal((await buy(ada, ticketOf(tier))).status, 201)
  assert.equal((await buy(ada, ticketOf(free))).status, 201)
  assert.equal((await buy(waiter, ticketOf(tier))).body.code, 'limit')

  const bo = await aUser()
  const guest = await aGuest(world, { email: bo.email })
  assert.equal((await buy(guest, ticketOf(free))).status, 201)
  await transact(db, (trx) => proveEmail({ ...world, db: trx }, { id: bo.id, now }))
  assert.equal((await buy(bo, ticketOf(free))).body.code, 'limit')
})

// Requirement (rules): contract §7.14: the limit of a person counts as max_per_person
test('a guest whose purchase waits does not use up the limit of the account, nor its uses of a voucher', async () => {
  const ada = await aUser()
  const guest = await aGuest(world, { email: ada.email })
  const tier = await aTier(world, { max_per_person: 1 })
  const method = 'pm_card_authenticationRequired'
  const waiting = await buy(guest, ticketOf(tier, { processorPaymentMethodId: method }))
  assert.equal(waiting.body.status, 'requires_action')
  assert.equal((await buy(ada, ticketOf(tier))).status, 201)

  const open = await aTier(world)
  const voucher = { name: 'Friends', percent: 10, code: 'FRIENDS', max_uses: null }
  const path = `/festivals/${open.festival_id}/vouchers`
  const made = await post(path, { ...voucher, max_per_person: 1 }, { as: admin })
  assert.equal(made.status, 201, made.text)
  const wanted = { id: open.id, voucher: 'FRIENDS' }
  assert.equal((await orderTickets(world, guest, { ...wanted, hold: true })).status, 201)
  const bought = await orderTickets(world, ada, wanted)
  assert.equal(bought.status, 201, bought.text)
  assert.equal((await orderTickets(world, ada, wanted)).body.code, 'voucher_limit')
})

test('who is over the limit takes nothing from those behind', async () => {
  const [ada, bo] = [await aUser(), await aUser()]
  const tier = await aTier(world, { max_per_person: 1, quantity: 2 })
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => buy(ada, ticketOf(tier))),
    buy(bo, ticketOf(tier)),
  ])
  assert.deepEqual(outcome(answers), { bought: 2, refused: ['limit'] })
})

test('a buyer with too few points takes nothing of the limit, and one who is over it keeps theirs', async () => {
  const ada = await aUser()
  await points(world, ada, 100)
  const tier = await aTier(world, { max_per_person: 1 })
  const answers = await Promise.all([
    buy(ada, ticketOf(tier, { pointsToUse: 500 })),
    buy(ada, ticketOf(tier)),
    buy(ada, ticketOf(tier, { pointsToUse: 100 })),
  ])
  assert.deepEqual(
    answers.map(({ status, body }) => body.code ?? status),
    ['not_enough_points', 201, 'limit'],
  )
  const { available, reserved } = await db
    .selectFrom('points')
    .select(['available', 'reserved'])
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  assert.equal(reserved, 0)
  assert.ok(available >= 100)
})

test('a limit that is set later counts what was bought before', async () => {
  const ada = await aUser()
  const tier = await aTier(world)
  await buy(ada, ticketOf(tier))
  await db.updateTable('tiers').set({ max_per_person: 1 }).where('id', '=', tier.id).execute()
  assert.equal((await buy(ada, ticketOf(tier))).body.code, 'limit')
})

test('what has no limit costs no statement more, and what has one costs three', async () => {
  const costOf = async (tier: { id: string }) => {
    const as = await aUser()
    statements.length = 0
    assert.equal((await buy(as, ticketOf(tier))).status, 201)
    // The simulated processor approves charges of the tests before by itself.
    return statements.filter((text) => !text.includes('set approves_at'))
  }
  const [free, limited] = [await aTier(world), await aTier(world, { max_per_person: 4 })]
  await costOf(free)
  const usual = await costOf(free)
  const cost = await costOf(limited)
  assert.equal(cost.length, usual.length + 3, [...usual, '', ...cost].join('\n'))
})
