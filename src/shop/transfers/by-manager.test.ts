/** A manager of the festival transfers a ticket for its holder: permission, notifications, and refusals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from '../../../test/buying.ts'
import { aFestival, anOrganizer } from '../../../test/catalogue.ts'
import { aGate } from '../../../test/gate.ts'
import { mailsTo, nextMailTo } from '../../../test/mailbox.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const clock = { now: new Date('2027-06-01T12:00:00.000Z') }
const world = await aWorld({ now: () => clock.now })
const { db, get, post, put, del, aUser } = world
await world.jobs.start()
const day = 24 * 3_600_000

/** A ticket of a buyer, and a manager of its festival. */
async function aManagedTicket(terms: Parameters<typeof aTier>[1] = {}) {
  const [{ id: organizer_id }, manager] = [await anOrganizer(world), await aUser()]
  await db.insertInto('organizer_managers').values({ organizer_id, user_id: manager.id }).execute()
  const start_time = new Date('2027-07-01T12:00:00.000Z')
  const end_time = new Date(start_time.getTime() + 3 * day)
  const festival = await aFestival(world, { organizer_id, start_time, end_time })
  const tier = await aTier(world, { ...terms, festival_id: festival.id })
  const holder = await aUser({ firstName: 'Ida', lastName: 'Nyholm' })
  const { id } = await aPaidTicket(world, { tier, user_id: holder.id })
  return { id, manager, holder, festival }
}

const offer = (as: Person, id: string, { email }: Pick<Person, 'email'>) =>
  post(`/payments/${id}/transfer`, { email }, { as })
const accept = (as: Person, id: string) => post(`/transfers/${id}/accept`, {}, { as })

async function offered(as: Person, id: string, to: Person): Promise<string> {
  const { status, body, text } = await offer(as, id, to)
  assert.equal(status, 201, text)
  return body.id
}

const stepsOf = async (id: string, as: Person) => {
  const { body } = await get(`/payments/${id}/timeline`, { as })
  return body
    .filter(({ type }: { type: string }) => type.startsWith('transfer.'))
    .map(({ type, by }: { type: string; by: string }) => [type, by])
}

test('a manager offers a ticket for its holder, who is told, and it is accepted as any other', async () => {
  const { id, manager, holder } = await aManagedTicket()
  const to = await aUser()
  const { body: transfer } = await offer(manager, id, to)
  assert.deepEqual(
    [transfer.direction, transfer.status, transfer.email, transfer.sender_name],
    ['sent', 'open', to.email, 'Ida Nyholm'],
  )
  const mail = await nextMailTo(world, holder.email, { about: 'Your ticket for' })
  assert.match(
    mail,
    /^The organizer of Tide [0-9a-f]+ has offered your ticket to another\s+person\.$/m,
  )
  assert.match(mail, /take\s+the\s+offer\s+back\s+with\s+your\s+tickets/)
  await nextMailTo(world, to.email, { about: 'Ida Nyholm sent you a ticket' })
  const { body: notices } = await get('/notifications', { as: holder })
  assert.deepEqual(
    notices.map(({ type, data }: any) => [type, data]),
    [['transfer.offered_by_staff', { transfer_id: transfer.id }]],
  )
  const { body: sent } = await get('/transfers?direction=sent', { as: holder })
  assert.deepEqual([sent.length, sent[0].id], [1, transfer.id])
  assert.deepEqual((await get('/transfers', { as: manager })).body, [])

  assert.equal((await accept(to, transfer.id)).status, 200)
  await nextMailTo(world, holder.email, { about: 'Your ticket for', count: 2 })
  const { body: held } = await get('/tickets', { as: to })
  assert.equal(held.tickets[0].payment_id, id)
  assert.deepEqual((await get('/tickets', { as: holder })).body.tickets, [])
  assert.deepEqual(await stepsOf(id, holder), [
    ['transfer.offered', manager.id],
    ['transfer.accepted', to.id],
  ])
})

test('what was handed on before is offered for the one who holds it now', async () => {
  const { id, manager, holder, festival } = await aManagedTicket()
  const [second, third] = [await aUser(), await aUser()]
  assert.equal((await accept(second, await offered(holder, id, second))).status, 200)
  assert.equal((await accept(third, await offered(manager, id, third))).status, 200)
  assert.match(
    await nextMailTo(world, second.email, { about: `Your ticket for ${festival.name} is offered` }),
    /has\s+offered\s+your\s+ticket/,
  )
  const { body } = await get('/tickets', { as: third })
  assert.equal(body.tickets[0].payment_id, id)
})

test('a manager also hands on what its tier does not let its holder hand on', async () => {
  const { id, manager, holder } = await aManagedTicket({ transferable: false })
  const to = await aUser()
  const { status, body } = await offer(holder, id, to)
  assert.deepEqual([status, body.code], [409, 'not_transferable'])
  assert.equal((await accept(to, await offered(manager, id, to))).status, 200)
})

test('a guest’s ticket is handed on, and the guest is told', async () => {
  const { manager, festival } = await aManagedTicket()
  const tier = await aTier(world, { festival_id: festival.id })
  const email = `guest-${newId()}@people.example`
  const gift = { entity_id: tier.id, quantity: 1, email, reason: 'Press' }
  const { body: given, text } = await post(`/festivals/${festival.id}/complimentary`, gift, {
    as: manager,
  })
  const [ticket] = given.payments
  assert.ok(ticket, text)
  const to = await aUser()
  assert.equal((await accept(to, await offered(manager, ticket.id, to))).status, 200)
  const mail = await nextMailTo(world, email, {
    about: `Your ticket for ${festival.name} is offered`,
  })
  assert.match(mail, /six digits/)
})

test('a manager takes back an offer, their own or the holder’s; then it cannot be accepted', async () => {
  const { id, manager, holder } = await aManagedTicket()
  const to = await aUser()
  const rival = (await aManagedTicket()).manager
  for (const by of [manager, holder]) {
    const transfer = await offered(by, id, to)
    assert.equal((await del(`/transfers/${transfer}`, { as: rival })).status, 404)
    const { status, body } = await del(`/transfers/${transfer}`, { as: manager })
    assert.deepEqual([status, body.message], [200, 'Transfer taken back'])
    assert.equal((await accept(to, transfer)).body.code, 'transfer_ended')
  }
  const own = await offered(manager, id, to)
  assert.equal((await del(`/transfers/${own}`, { as: holder })).status, 200)
  assert.deepEqual(await stepsOf(id, manager), [
    ['transfer.offered', manager.id],
    ['transfer.taken_back', manager.id],
    ['transfer.offered', holder.id],
    ['transfer.taken_back', manager.id],
    ['transfer.offered', manager.id],
    ['transfer.taken_back', holder.id],
  ])
})

test('staff see which ticket is offered, while it is', async () => {
  const { id, manager, festival } = await aManagedTicket()
  const shown = async () => {
    const { body } = await get(`/festivals/${festival.id}/payments?q=${id}`, { as: manager })
    return body.payments[0].transfer_id
  }
  assert.equal(await shown(), null)
  const transfer = await offered(manager, id, await aUser())
  assert.equal(await shown(), transfer)
  const before = clock.now
  clock.now = new Date(before.getTime() + 8 * day)
  assert.equal(await shown(), null)
  clock.now = before
})

const strangers: [who: string, person: () => Promise<Person>][] = [
  ['another user', () => aUser()],
  ['a manager of another organizer', async () => (await aManagedTicket()).manager],
  ['an editor of the catalogue', () => aUser({ permissions: ['manage_catalog'] })],
  ['a steward of another festival', async () => (await aGate(world)).staff],
]
for (const [who, person] of strangers) {
  test(`to ${who} the ticket and its offer are unknown`, async () => {
    const { id, holder } = await aManagedTicket()
    const [stranger, to] = [await person(), await aUser()]
    assert.equal((await offer(stranger, id, to)).status, 404)
    const transfer = await offered(holder, id, to)
    assert.equal((await del(`/transfers/${transfer}`, { as: stranger })).status, 404)
    assert.deepEqual(await mailsTo(world, holder.email), [])
  })
}

test('an e-mail that is its holder’s, a second offer, and one that is used are refused', async () => {
  const { id, manager, holder, festival } = await aManagedTicket()
  const own = await offer(manager, id, holder)
  assert.deepEqual([own.status, own.body.error], [400, 'email is the e-mail of its holder'])
  const to = await aUser()
  const both = await Promise.all([offer(manager, id, to), offer(holder, id, to)])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [201, 409],
  )
  const tier = await aTier(world, { festival_id: festival.id })
  const used = await aPaidTicket(world, { tier, user_id: holder.id })
  await put(`/payments/${used.id}/validate`, {}, { as: manager })
  const { status, body } = await offer(manager, used.id, to)
  assert.deepEqual([status, body.code], [409, 'already_validated'])
})

test('a manager offers 200 in a day, of whichever holders, whose own are counted apart', async () => {
  const { id, manager, holder, festival } = await aManagedTicket()
  const { payment_id, ...transfer } = await db
    .selectFrom('ticket_transfers')
    .selectAll()
    .where('id', '=', await offered(manager, id, await aUser()))
    .executeTakeFirstOrThrow()
  const ended = { ended_at: clock.now, outcome: 'taken_back' }
  const rows = Array.from({ length: 199 }, () => ({
    ...transfer,
    ...ended,
    payment_id,
    id: newId(),
  }))
  await db.insertInto('ticket_transfers').values(rows).execute()
  const tier = await aTier(world, { festival_id: festival.id })
  const next = await aPaidTicket(world, { tier, user_id: holder.id })
  const { status, body } = await offer(manager, next.id, await aUser())
  assert.deepEqual([status, body.code], [429, 'too_many_transfers'])
  assert.match(body.error, /^You may offer 200 tickets in 24 hours/)
  await offered(holder, next.id, await aUser())
})

test('the audit log names the manager, and who took it back', async () => {
  const { id, manager, holder } = await aManagedTicket()
  const transfer = await offered(manager, id, await aUser())
  await del(`/transfers/${transfer}`, { as: manager })
  const admin = await aUser({ roles: ['admin'] })
  const { entries } = (await get(`/audit?entity_id=${transfer}`, { as: admin })).body
  assert.deepEqual(
    entries.map(({ action, actor }: any) => [action, actor.user_id]),
    [
      ['transfer.delete', manager.id],
      ['transfer.create', manager.id],
    ],
  )
  assert.deepEqual(
    [entries[1].changes.from_user.to, entries[1].changes.offered_by.to],
    [holder.id, manager.id],
  )
  assert.equal(entries[0].changes.taken_back_by.to, manager.id)
})
