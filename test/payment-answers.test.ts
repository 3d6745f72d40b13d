/**
 * Every answer that a buyer of one thing gets, byte for byte as `payment-answers.txt` has it: ids, codes and signatures
 * apart, which are numbered in the order in which they appear. A change on purpose runs the file once with
 * RECORD_ANSWERS=true, and says in its commit what an application notices.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { aPlaceToSleep, aPlan, aTier, points } from './buying.ts'
import { aFestival, anOrganizer } from './catalogue.ts'
import { aProcessor, paidBy } from './processor.ts'
import { type Answer, aWorld, type Person } from './world.ts'

const clock = { now: new Date('2030-05-01T10:00:00.000Z') }
const { processor, told } = aProcessor()
const world = await aWorld({ parts: paidBy(processor), now: () => clock.now })
const { get, post, del, aUser } = world

const recorded = new URL('payment-answers.txt', import.meta.url)
const lines: string[] = []
const known = new Map<string, string>()

/** What differs from run to run, by what it is called instead. */
const varying: [string, RegExp][] = [
  ['code', /(?<="qr_code":")[^"]+/g],
  ['short', /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}\b/g],
  ['number', /(?<="order_number":")[^"]+/g],
  ['signature', /(?<=signature=)[\w.-]+/g],
  ['id', /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g],
]

function normalised(text: string): string {
  const numbered = (kind: string) => (found: string) => {
    const name = known.get(found) ?? `<${kind} ${known.size + 1}>`
    known.set(found, name)
    return name
  }
  return varying.reduce((rest, [kind, pattern]) => rest.replaceAll(pattern, numbered(kind)), text)
}

function note(name: string, { status, text, headers }: Answer): Answer {
  const replayed = headers['idempotent-replayed'] ? ', a replay' : ''
  const isPdf = text.startsWith('%PDF')
  lines.push(`${name}: ${status}${replayed}`, isPdf ? 'a PDF' : normalised(text), '')
  clock.now = new Date(clock.now.getTime() + 1_000)
  return { status, text, headers, body: isPdf ? undefined : JSON.parse(text) }
}

const organizer = await anOrganizer(world, { id: 'harbour-nights', name: 'Harbour Nights' })
const festival = await aFestival(world, {
  organizer_id: organizer.id,
  name: 'Harbour Nights 2030',
  venue: 'Harbour Park',
  country: 'Denmark',
  start_time: new Date('2030-07-01T12:00:00.000Z'),
  end_time: new Date('2030-07-03T12:00:00.000Z'),
})
const tier = await aTier(world, {
  festival_id: festival.id,
  name: 'Weekend',
  quantity: 30,
  vat: JSON.stringify({ rate: 25, exemption: null }),
})
const ticket = { payment_type: 'ticket', entity_id: tier.id }
const [buyer, staff] = [await aUser(), await aUser({ roles: ['admin'] })]
await points(world, buyer, 2_000)

const buy = (body: object, key?: string, as: Person = buyer) =>
  post('/payments', body, { as, ...(key && { headers: { 'idempotency-key': key } }) })

// Requirement (rules): contract §7: what buyers of one thing are answered stays as it was, byte for byte
test('buying one thing is answered as it always was', async () => {
  const first = note('a ticket', await buy({ ...ticket, entity_type: 'ticket', amount: 50 }, 'a'))
  note('again', await buy({ ...ticket, entity_type: 'ticket', amount: 50 }, 'a'))
  note('the key with another body', await buy(ticket, 'a'))
  note('points', await buy({ ...ticket, pointsToUse: 1_234, amount: 37.66 }, 'b'))
  note('too many points', await buy({ ...ticket, pointsToUse: 900 }, 'c'))
  note('more than the price is worth', await buy({ ...ticket, pointsToUse: 5_001 }, 'c'))
  note('another price', await buy({ ...ticket, amount: 49 }, 'c'))
  note('no such tier', await buy({ ...ticket, entity_id: 'unknown' }, 'c'))
  note('not a body', await buy({ payment_type: 'ticket', pointsToUse: -1 }, 'c'))

  told.next.push('declined')
  const declined = note('declined', await buy(ticket, 'd'))
  note('declined again', await buy(ticket, 'd'))
  note('the declined payment', await get(`/payments/${declined.body.id}`, { as: buyer }))

  told.next.push('action', 'action')
  const action = note('requires action', await buy(ticket, 'e'))
  note('while it waits', await buy(ticket, 'e'))
  const other = note('a second one', await buy(ticket, 'f'))
  told.next.push('action')
  note('one too many', await buy(ticket, 'g'))
  const paid = { id: 'evt_1', key: action.body.id, outcome: { state: 'succeeded' } }
  note('its webhook', await post('/payments/webhook', paid, { client: null }))
  note('the buyer was there', await get(`/payments/${action.body.id}`, { as: buyer }))
  note('given up', await del(`/payments/${other.body.id}`, { as: buyer }))
  note('given up, as read', await get(`/payments/${other.body.id}`, { as: buyer }))
  note('a paid one is not given up', await del(`/payments/${first.body.id}`, { as: buyer }))
  note('an expired one again', await buy(ticket, 'f'))
  told.next.length = 0

  told.next.push('lost request')
  const lost = note('the processor does not answer', await buy(ticket, 'h'))
  note('still charged', await buy(ticket, 'h'))
  note('its end is not known yet', await del(`/payments/${lost.body.id}`, { as: buyer }))
  clock.now = new Date(clock.now.getTime() + 20_000)
  note('a retry goes on', await buy(ticket, 'h'))
})

// Requirement (rules): contract §7: what buyers of one thing are answered stays as it was, byte for byte
test('whatever is sold is answered as it always was', async () => {
  const plan = await aPlan(world, { name: 'Friend' })
  const member = { payment_type: 'subscription', entity_id: plan.id }
  note('a membership', await buy(member))
  const place = await aPlaceToSleep(world, { festival_id: festival.id, name: 'Bell tent' })
  note('a place', await buy({ payment_type: 'accommodation', entity_id: place.id }))
  const free = await aTier(world, { festival_id: festival.id, name: 'Day', price_cents: 0 })
  note('free', await buy({ payment_type: 'ticket', entity_id: free.id }))
  const one = await aTier(world, { festival_id: festival.id, name: 'Late', quantity: 1 })
  told.next.push('action')
  const held = note('the last one', await buy({ payment_type: 'ticket', entity_id: one.id }))
  note('all held', await buy({ payment_type: 'ticket', entity_id: one.id }, 'k', staff))
  await del(`/payments/${held.body.id}`, { as: buyer })
  note('free again', await buy({ payment_type: 'ticket', entity_id: one.id }, 'k', staff))
  note('sold out', await buy({ payment_type: 'ticket', entity_id: one.id }))
  const closed = await aTier(world, {
    festival_id: festival.id,
    name: 'Early',
    end_time: new Date('2030-04-01T10:00:00.000Z'),
  })
  note('the sale is over', await buy({ payment_type: 'ticket', entity_id: closed.id }))
  const few = await aTier(world, { festival_id: festival.id, name: 'Few', max_per_person: 1 })
  note('one of few', await buy({ payment_type: 'ticket', entity_id: few.id }))
  note('two of few', await buy({ payment_type: 'ticket', entity_id: few.id }))
})

// Requirement (rules): contract §7: what buyers of one thing are answered stays as it was, byte for byte
test('giving back is answered as it always was', async () => {
  const one = note('to give back', await buy({ ...ticket, pointsToUse: 100 }, 'r'))
  const refund = (id: string, body: object, key: string) =>
    post(`/payments/${id}/refund`, body, { as: staff, headers: { 'idempotency-key': key } })
  const { id } = one.body
  note('what it would be', await get(`/payments/${id}/refund?amount=10`, { as: staff }))
  note('a part', await refund(id, { amount: 10, reason: 'Rain' }, 'r1'))
  note('the part again', await refund(id, { amount: 10, reason: 'Rain' }, 'r1'))
  note('more than is left', await refund(id, { amount: 40 }, 'r2'))
  note('with a part', await get(`/payments/${id}`, { as: buyer }))
  note('the rest', await refund(id, {}, 'r3'))
  note('once more', await refund(id, {}, 'r4'))
  note('given back, as read', await get(`/payments/${id}`, { as: buyer }))
  note('bought again with its key', await buy({ ...ticket, pointsToUse: 100 }, 'r'))
  note('its timeline', await get(`/payments/${id}/timeline`, { as: buyer }))
  note('its ticket', await get(`/payments/${id}/ticket.pdf`, { as: buyer }))
  const two = note('for the buyer', await buy(ticket, 's'))
  note('its own ticket', await get(`/payments/${two.body.id}/ticket.pdf`, { as: buyer }))
  note('not by the buyer', await post(`/payments/${two.body.id}/refund`, {}, { as: buyer }))
  note('the buyer’s', await get('/payments?limit=3', { as: buyer }))
  note('the festival’s', await get(`/festivals/${festival.id}/payments?limit=4`, { as: staff }))
  note('told', await get('/notifications?limit=5', { as: buyer }))

  const text = `${lines.join('\n')}\n`
  if (process.env['RECORD_ANSWERS']) await writeFile(recorded, text)
  assert.equal(text, await readFile(recorded, 'utf8'))
})
