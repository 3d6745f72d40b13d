/** The whole journey over a real socket, from following an artist to a refund. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { points } from '../buying.ts'
import { openReader, type Reader } from '../event-stream.ts'
import { pagesOf } from '../pdf.ts'
import { notifyRestedAfter } from '../rested-changes.ts'
import { scanPicture } from '../scanner.ts'
import { pngOf } from '../svg.ts'
import { until } from '../until.ts'
import { aWorld, type Person } from '../world.ts'

const world = await aWorld()
const url = await world.app.listen({ port: 0, host: '127.0.0.1' })

const tokens = (as?: Person) => ({
  'x-f-authorization': world.client.token,
  ...(as && { 'x-f-authentication': as.token }),
})

/** `line` is a method and an address: `GET /festivals`. */
async function ask(as: Person, line: string, body?: object) {
  const [method = '', path = ''] = line.split(' ')
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...tokens(as), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, bytes, body: isJson ? JSON.parse(bytes.toString()) : undefined }
}

async function made(path: string, as: Person, body: object) {
  const answer = await ask(as, `POST ${path}`, body)
  assert.equal(answer.status, 201, answer.bytes.toString())
  return answer.body
}

const read = async (path: string, as: Person) => (await ask(as, `GET ${path}`)).body

/** The types of a stream's messages, in order. */
const heard = (reader: Reader) => reader.messages.map(({ data }) => data.type)
const hears = (reader: Reader, type: string) =>
  until(type, async () => heard(reader).includes(type))

const unlocked = async (as: Person): Promise<string[]> =>
  (await read('/rewards/badges', as)).flatMap((badge: { name: string; unlocked: boolean }) =>
    badge.unlocked ? badge.name : [],
  )

// Requirement (the whole): Payments for tickets, accommodation and subscriptions, plus ticket validation at
//   the gate
// Requirement (the whole): Notifications, including a real-time stream
test('from following an artist to a refund', async () => {
  const [ada, ben, organizer] = [await world.aUser(), await world.aUser(), await world.aUser()]
  await points(world, ada, 4_000)

  // Two users follow an artist and listen.
  const artist = await made('/artists', organizer, { name: 'The Lanterns', genres: ['folk'] })
  for (const as of [ada, ben]) {
    await made('/interest', as, { entity_type: 'artist', entity_id: artist.id })
  }
  const stream = (as: Person) => openReader(`${url}/notifications/sse`, tokens(as))
  const [adas, bens] = [await stream(ada), await stream(ben)]

  // An organizer adds the artist to a festival; once that has come to rest, both streams get a message.
  const { id: organizer_id } = await made('/organizers', organizer, {
    id: `harbour-${newId()}`,
    name: 'Harbour Nights',
  })
  const festival = await made('/festivals', organizer, {
    name: 'Harbour Nights 2099',
    start_time: '2099-07-01T16:00',
    end_time: '2099-07-04',
    organizer_id,
    tickets: [{ name: 'Weekend', price: 40, quantity: 2 }],
  })
  await ask(organizer, `PUT /festivals/${festival.id}`, {
    gigs: [{ artist_id: artist.id, start_time: '2099-07-01T20:00' }],
  })
  await notifyRestedAfter(world, new Date())
  for (const reader of [adas, bens]) {
    await hears(reader, 'artist.announced')
    assert.match(reader.messages[0]?.data.title, /The Lanterns/)
  }

  // One buys with points, the other with a card.
  const [tier] = festival.tickets
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const adasTicket = await made('/payments', ada, { ...order, pointsToUse: 4_000 })
  const bensTicket = await made('/payments', ben, {
    ...order,
    amount: 40,
    processorPaymentMethodId: 'pm_card_visa',
  })
  assert.deepEqual([adasTicket.amount, bensTicket.amount], [0, 40])
  for (const reader of [adas, bens]) await hears(reader, 'payment.succeeded')
  const soldOut = await ask(ada, 'POST /payments', order)
  assert.deepEqual([soldOut.status, soldOut.body.code], [409, 'sold_out'])

  // Points, badge, level and profile are correct.
  assert.deepEqual(await read('/rewards/points', ada), {
    balance: 0,
    total_earned: 4_000,
    total_spent: 4_000,
  })
  assert.deepEqual(await read('/rewards/points', ben), {
    balance: 40,
    total_earned: 40,
    total_spent: 0,
  })
  await hears(bens, 'badge.unlocked')
  assert.ok((await unlocked(ben)).includes('First ticket'))
  const me = await read('/users/i', ben)
  assert.deepEqual([me.points, me.level.points, me.interests.length], [40, 40, 1])

  // The ticket is read back from its picture and from its PDF, and admits once.
  const picture = await ask(ben, `GET /payments/${bensTicket.id}/qr.svg`)
  const sheet = await ask(ben, `GET /payments/${bensTicket.id}/ticket.pdf`)
  const [page] = await pagesOf(sheet.bytes)
  assert.ok(page)
  for (const shown of [pngOf(picture.bytes.toString()), page.picture]) {
    const [code] = await scanPicture(shown)
    assert.equal(code?.text, bensTicket.qr_code)
  }
  const admitted = await ask(organizer, `PUT /payments/${bensTicket.id}/validate`)
  assert.deepEqual([admitted.status, admitted.body.is_validated], [200, true])
  const again = await ask(organizer, `PUT /payments/${bensTicket.id}/validate`)
  assert.deepEqual(
    [again.status, again.body.code, again.body.validated_at, again.body.validated_by],
    [409, 'already_validated', admitted.body.validated_at, organizer.id],
  )

  // A refund reverses everything.
  const refunded = await ask(organizer, `POST /payments/${bensTicket.id}/refund`, {})
  assert.deepEqual([refunded.body.status, refunded.body.refunded_amount], ['refunded', 40])
  await hears(bens, 'payment.refunded')
  const balance = await read('/rewards/points', ben)
  assert.deepEqual(
    [balance.total_spent, (await unlocked(ben)).includes('First ticket')],
    [0, false],
  )
  const availability = await read(`/festivals/${festival.id}/availability`, ben)
  assert.equal(availability[0].remaining, 1)
  const admit = await ask(organizer, `PUT /payments/${bensTicket.id}/validate`)
  assert.equal(admit.body.code, 'refunded')

  // The streams brought what is in the inboxes, each once, in order.
  for (const [as, reader] of [
    [ada, adas],
    [ben, bens],
  ] as const) {
    const inbox: { id: string }[] = await read('/notifications', as)
    await until('all of it', async () => reader.messages.length === inbox.length)
    assert.deepEqual(
      reader.messages.map(({ data }) => data.id),
      inbox.map(({ id }) => id).toReversed(),
    )
    assert.deepEqual(
      reader.messages.map(({ id }) => id),
      inbox.map((_, index) => index + 1),
    )
    reader.close()
  }
})
