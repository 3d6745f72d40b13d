import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { deleteOldEntries } from '#platform/database/signing'
import { newId } from '#platform/values/ids'
import { someBankRecords } from '../../../test/authorisation/records.ts'
import { statementOf } from '../../../test/bank/statements.ts'
import { aPlaceToSleep, aPlan, aTier } from '../../../test/buying.ts'
import { aFestival, aName, anArtist, anOrganizer } from '../../../test/catalogue.ts'
import { aGate, anUpload, scan } from '../../../test/gate.ts'
import { invitationTo } from '../../../test/invitations.ts'
import { nextMailTo } from '../../../test/mailbox.ts'
import { aMessage } from '../../../test/messages.ts'
import { aQueue } from '../../../test/queues.ts'
import { aReturnedTicket } from '../../../test/returns.ts'
import { aPaidTicket } from '../../../test/sales.ts'
import { aSettlement } from '../../../test/settlements.ts'
import { aBoxOffice, aShift, aTillWithRecords } from '../../../test/till.ts'
import { aTransfer } from '../../../test/transfers.ts'
import { aVoucher } from '../../../test/vouchers.ts'
import { aWebhook } from '../../../test/webhooks.ts'
import { aWorld, type Person } from '../../../test/world.ts'

const account = { BANK_HOLDER: 'Harbour Nights', BANK_IBAN: 'DE89370400440532013000' }
const world = await aWorld({ env: account })
const { db, get, post, put, del, aUser } = world
const reader = await aUser({ roles: ['admin'] })
const scoped = await world.aClient(['read_emails', 'manage_subscriptions', 'manage_rewards'])
const anAdmin = () => aUser({ roles: ['admin'] })
const password = 'correct horse battery'
await world.jobs.start()

async function entriesOf(actor: { id: string }): Promise<any[]> {
  const { status, body } = await get(`/audit?actor=${actor.id}`, { as: reader })
  assert.equal(status, 200, JSON.stringify(body))
  return body.entries
}

type Call = (url: string, body?: unknown) => Promise<{ status: number; body: any }>
type Callers = { post: Call; put: Call; del: Call; as: Person }

/** Invited by another admin, so that later changes of the actor are by the actor only. */
async function anInvitation({ email }: Person): Promise<{ id: string }> {
  const { id } = await anOrganizer(world)
  return (await world.post(`/organizers/${id}/managers`, { email }, { as: reader })).body
}

async function anOrganizerWithMember() {
  const [{ id }, member] = [await anOrganizer(world), await aUser()]
  const role = { organizer_id: id, user_id: member.id, role: 'editor' }
  await db.insertInto('organizer_members').values(role).execute()
  return { id, member }
}

/** A ticket that another user offers. */
async function anOfferTo(recipient: Person): Promise<string> {
  const { id, user_id, tier } = await aPaidTicket(world)
  return aTransfer(world, { id, user_id, festival_id: tier.festival_id }, recipient)
}

const challenge = { name: 'Find the lighthouse', points: 10 }
const dates = { start_time: '2099-07-01', end_time: '2099-07-02' }
const announced = { opens_at: '2100-01-01', draw_at: '2100-01-02' }

/** Every audited change: its action, and a function that makes it and returns the id of the entity that its entry is about. */
const changes: [action: string, make: (calls: Callers) => Promise<string | undefined>][] = [
  [
    'festival.create',
    async ({ post }) => {
      const { id: organizer_id } = await anOrganizer(world)
      return (await post('/festivals', { name: aName('Fell'), organizer_id, ...dates })).body.id
    },
  ],
  [
    'festival.update',
    async ({ put }) => {
      const { id } = await aFestival(world)
      return (await put(`/festivals/${id}`, { gigs: [{ start_time: null }] })).body.id
    },
  ],
  [
    'festival.cancel',
    async ({ post }) => {
      const { id } = await aFestival(world)
      return (await post(`/festivals/${id}/cancel`, { reason: 'The site is flooded' })).body.id
    },
  ],
  [
    'festival.import_lineup',
    async ({ post }) => {
      const { id } = await aFestival(world)
      const file = Buffer.from('Act,Stage\nEbb Trio,Pier').toString('base64')
      await post(`/festivals/${id}/lineup`, { file, name: 'line-up.csv' })
      return id
    },
  ],
  [
    'festival.duplicate',
    async ({ post }) => {
      const { id } = await aFestival(world)
      const next = { name: aName('Fell'), start_day: '2100-07-02' }
      return (await post(`/festivals/${id}/duplicate`, next)).body.id
    },
  ],
  [
    'festival.delete',
    async ({ del }) => {
      const { id } = await aFestival(world)
      await del(`/festivals/${id}`)
      return id
    },
  ],
  [
    'invitation.create',
    async ({ post }) => {
      const { id } = await aFestival(world)
      return (await post(`/festivals/${id}/gate-staff`, { email: (await aUser()).email })).body.id
    },
  ],
  [
    'invitation.delete',
    async ({ del }) => {
      const { id } = await anInvitation(await aUser())
      await del(`/invitations/${id}`)
      return id
    },
  ],
  [
    'invitation.accept',
    async ({ post, as }) => {
      const { id } = await anInvitation(as)
      await post(`/invitations/${id}/accept`)
      return id
    },
  ],
  [
    'invitation.accept',
    async ({ post, as }) => {
      const { id } = await anInvitation(as)
      await post('/invitations/accept', { token: await invitationTo(world, as.email) })
      return id
    },
  ],
  [
    'festival.remove_gate_staff',
    async ({ del }) => {
      const { festival, staff } = await aGate(world)
      await del(`/festivals/${festival.id}/gate-staff/${staff.id}`)
      return festival.id
    },
  ],
  [
    'festival.set_zone',
    async ({ put }) => {
      const { id } = await aFestival(world)
      await put(`/festivals/${id}/zones/camping`, { capacity: 100 })
      return id
    },
  ],
  [
    'device.create',
    async ({ post }) => {
      const { id } = await aFestival(world)
      return (await post(`/festivals/${id}/gate-devices`, { name: 'North' })).body.id
    },
  ],
  [
    'device.take_over',
    async ({ post }) => {
      const { festival, manager } = await aGate(world)
      const url = `/festivals/${festival.id}/gate-devices`
      const { body } = await world.post(url, { name: 'North' }, { as: manager })
      await post(`${url}/${body.id}/take-over`)
      return body.id
    },
  ],
  [
    'device.open_shift',
    async ({ post }) => {
      const { id } = await aFestival(world)
      const shift = { till: 'North', seller: 'Bo', float: 100 }
      return (await post(`/festivals/${id}/shifts`, shift)).body.id
    },
  ],
  [
    'device.close_shift',
    async ({ post }) => {
      const { id } = await aShift(world, await aBoxOffice(world))
      await post(`/shifts/${id}/close`, { counted: 100 })
      return id
    },
  ],
  [
    'festival.write_off_lease',
    async ({ post }) => {
      const { festivalId, manager, tier } = await aBoxOffice(world)
      const records = { festivalId, manager, tier: await tier() }
      const { spareLease } = await aTillWithRecords(world, records)
      await post(`/leases/${spareLease}/write-off`, { reason: 'Stolen' })
      return festivalId
    },
  ],
  [
    'device.delete',
    async ({ del }) => {
      const { festival, manager } = await aGate(world)
      const url = `/festivals/${festival.id}/gate-devices`
      const { body } = await world.post(url, { name: 'North' }, { as: manager })
      await del(`${url}/${body.id}`)
      return body.id
    },
  ],
  [
    'organizer.create',
    async ({ post }) => (await post('/organizers', { id: newId(), name: 'Tarn' })).body.id,
  ],
  [
    'organizer.update',
    async ({ put }) => {
      const { id } = await anOrganizer(world)
      return (await put(`/organizers/${id}`, { name: 'Tarn' })).body.id
    },
  ],
  [
    'organizer.set_seller',
    async ({ put }) => {
      const { id } = await anOrganizer(world)
      await put(`/organizers/${id}/seller`, { city: 'Tarn' })
      return id
    },
  ],
  [
    'organizer.set_terms',
    async ({ put }) => {
      const { id } = await anOrganizer(world)
      await put(`/organizers/${id}/settlement-terms`, { commission_percent: 5 })
      return id
    },
  ],
  [
    'organizer.settle',
    async ({ post }) => {
      const { id } = await anOrganizer(world)
      await post(`/organizers/${id}/settlements`, { month: '2020-01' })
      return id
    },
  ],
  [
    'organizer.close_month',
    async ({ post }) => {
      const { id } = await anOrganizer(world)
      await post(`/organizers/${id}/closed-months`, { month: '2020-01' })
      return id
    },
  ],
  [
    'organizer.approve',
    async ({ put }) => {
      const { id } = await anOrganizer(world, { approved_at: null })
      return (await put(`/organizers/${id}/approved`, { approved: true })).body.id
    },
  ],
  [
    'organizer.delete',
    async ({ del }) => {
      const { id } = await anOrganizer(world)
      await del(`/organizers/${id}`)
      return id
    },
  ],
  [
    'organizer.remove_manager',
    async ({ del }) => {
      const { id } = await anOrganizer(world)
      const managers = [await aUser(), await aUser()].map((user) => ({
        organizer_id: id,
        user_id: user.id,
      }))
      await db.insertInto('organizer_managers').values(managers).execute()
      await del(`/organizers/${id}/managers/${managers[0]?.user_id}`)
      return id
    },
  ],
  [
    'organizer.change_member',
    async ({ put }) => {
      const { id, member } = await anOrganizerWithMember()
      await put(`/organizers/${id}/members/${member.id}`, { role: 'sales' })
      return id
    },
  ],
  [
    'organizer.remove_member',
    async ({ del }) => {
      const { id, member } = await anOrganizerWithMember()
      await del(`/organizers/${id}/members/${member.id}`)
      return id
    },
  ],
  [
    'artist.create',
    async ({ post }) => (await post('/artists', { name: aName('Ebb'), genres: ['dub'] })).body.id,
  ],
  [
    'artist.update',
    async ({ put }) => {
      const { id } = await anArtist(world)
      return (await put(`/artists/${id}`, { genres: [aName('dub')] })).body.id
    },
  ],
  [
    'artist.decide_announcer',
    async ({ put }) => {
      const [{ id }, organizer] = [await anArtist(world), await anOrganizer(world)]
      await put(`/artists/${id}/announcers/${organizer.id}`, { approved: true })
      return id
    },
  ],
  [
    'artist.merge',
    async ({ post }) => {
      const [{ id }, kept] = [await anArtist(world), await anArtist(world)]
      return (await post(`/artists/${id}/merge`, { into: kept.id })).body.id
    },
  ],
  [
    'artist.delete',
    async ({ del }) => {
      const { id } = await anArtist(world)
      await del(`/artists/${id}`)
      return id
    },
  ],
  [
    'accommodation.create',
    async ({ post }) => {
      const { id: festival_id } = await aFestival(world)
      const tent = { festival_id, name: 'Tent', price: 9.5, quantity: 3 }
      return (await post('/accommodations', tent)).body.id
    },
  ],
  [
    'accommodation.update',
    async ({ put }) => {
      const { id } = await aPlaceToSleep(world)
      return (await put(`/accommodations/${id}`, { price: 1 })).body.id
    },
  ],
  [
    'accommodation.delete',
    async ({ del }) => {
      const { id } = await aPlaceToSleep(world)
      await del(`/accommodations/${id}`)
      return id
    },
  ],
  [
    'subscription.create',
    async ({ post }) => {
      const plan = { name: 'Friend', price: 10, duration: 1, duration_type: 'month' }
      return (await post('/subscriptions', plan)).body.id
    },
  ],
  [
    'subscription.update',
    async ({ put }) => {
      const { id } = await aPlan(world)
      return (await put(`/subscriptions/${id}`, { price: 1 })).body.id
    },
  ],
  [
    'subscription.delete',
    async ({ del }) => {
      const { id } = await aPlan(world)
      await del(`/subscriptions/${id}`)
      return id
    },
  ],
  ['client.create', async ({ post }) => (await post('/clients', { name: 'App' })).body.id],
  [
    'client.update',
    async ({ put }) => {
      const { id } = await world.aClient()
      return (await put(`/clients/${id}`, { suspended: true })).body.id
    },
  ],
  [
    'client.rotate',
    async ({ post }) => {
      const { id } = await world.aClient()
      return (await post(`/clients/${id}/rotate`, {})).body.id
    },
  ],
  [
    'client.delete',
    async ({ del }) => {
      const { id } = await world.aClient()
      await del(`/clients/${id}`)
      return id
    },
  ],
  [
    'webhook.create',
    async ({ post }) => (await post('/webhooks', { url: 'https://app.example/hooks' })).body.id,
  ],
  [
    'webhook.update',
    async ({ put }) => {
      const { id } = await aWebhook(world)
      return (await put(`/webhooks/${id}`, { enabled: false })).body.id
    },
  ],
  [
    'webhook.rotate',
    async ({ post }) => {
      const { id } = await aWebhook(world)
      return (await post(`/webhooks/${id}/rotate`, {})).body.id
    },
  ],
  [
    'webhook.test',
    async ({ post }) => {
      const { id } = await aWebhook(world)
      await post(`/webhooks/${id}/test`)
      return id
    },
  ],
  [
    'webhook.redeliver',
    async ({ post }) => {
      const { id, delivery_id } = await aWebhook(world)
      await post(`/webhooks/deliveries/${delivery_id}/redeliver`)
      return id
    },
  ],
  [
    'webhook.replay',
    async ({ post }) => {
      const { id } = await aWebhook(world)
      await post(`/webhooks/${id}/replay`, { since: '2027-01-01' })
      return id
    },
  ],
  [
    'webhook.delete',
    async ({ del }) => {
      const { id } = await aWebhook(world)
      await del(`/webhooks/${id}`)
      return id
    },
  ],
  [
    'user.set_roles',
    async ({ put }) => {
      const { id } = await aUser()
      return (await put(`/users/${id}/roles`, { roles: ['admin'] })).body.id
    },
  ],
  [
    'user.set_permissions',
    async ({ put }) => {
      const { id } = await aUser()
      return (await put(`/users/${id}/permissions`, { permissions: ['manage_users'] })).body.id
    },
  ],
  [
    'user.set_suspended',
    async ({ put }) => {
      const { id } = await aUser()
      return (await put(`/users/${id}/suspended`, { suspended: true })).body.id
    },
  ],
  [
    'payment.give',
    async ({ post }) => {
      const { id: entity_id, festival_id } = await aTier(world)
      const gift = { entity_id, quantity: 1, email: `${newId()}@example.com`, reason: 'The band' }
      return (await post(`/festivals/${festival_id}/complimentary`, gift)).body.payments[0].id
    },
  ],
  [
    'voucher.create',
    async ({ post }) => {
      const { id } = await aFestival(world)
      return (await post(`/festivals/${id}/vouchers`, { percent: 10 })).body.id
    },
  ],
  [
    'voucher.update',
    async ({ put }) => {
      const { id: festival_id } = await aFestival(world)
      const { id } = await aVoucher(world, { festival_id })
      return (await put(`/festivals/${festival_id}/vouchers/${id}`, { percent: 20 })).body.id
    },
  ],
  [
    'voucher.end',
    async ({ del }) => {
      const { id: festival_id } = await aFestival(world)
      const { id } = await aVoucher(world, { festival_id })
      await del(`/festivals/${festival_id}/vouchers/${id}`)
      return id
    },
  ],
  [
    'message.create',
    async ({ post }) => {
      const { id } = await aFestival(world)
      const message = { subject: 'Gates', text: 'They open at 14:00.' }
      return (await post(`/festivals/${id}/messages`, message)).body.id
    },
  ],
  [
    'message.update',
    async ({ put }) => {
      const { id: festival_id } = await aFestival(world)
      const { id } = await aMessage(world, { festival_id })
      return (await put(`/festivals/${festival_id}/messages/${id}`, { urgent: true })).body.id
    },
  ],
  [
    'message.delete',
    async ({ del }) => {
      const { id: festival_id } = await aFestival(world)
      const { id } = await aMessage(world, { festival_id })
      await del(`/festivals/${festival_id}/messages/${id}`)
      return id
    },
  ],
  [
    'message.send',
    async ({ post }) => {
      const { festival_id } = await aPaidTicket(world)
      const { id } = await aMessage(world, { festival_id: festival_id ?? '' })
      return (await post(`/festivals/${festival_id}/messages/${id}/send`)).body.id
    },
  ],
  [
    'queue.set',
    async ({ put }) => {
      const { id, festival_id } = await aTier(world)
      return (await put(`/festivals/${festival_id}/queue`, { tiers: [id], ...announced })).body.id
    },
  ],
  [
    'queue.cancel',
    async ({ del }) => {
      const { id, url } = await aQueue(world)
      await del(url)
      return id
    },
  ],
  [
    'queue.begin_rehearsal',
    async ({ post }) => {
      const { url } = await aQueue(world, { queue: announced })
      return (await post(`${url}/rehearsal`, { entries: 3 })).body.id
    },
  ],
  [
    'queue.serve_rehearsal',
    async ({ put }) => {
      const { url, manager } = await aQueue(world, { queue: announced })
      const { id } = (await post(`${url}/rehearsal`, { entries: 3 }, { as: manager })).body
      await put(`${url}/rehearsal`, { serving: 1 })
      return id
    },
  ],
  [
    'queue.end_rehearsal',
    async ({ del }) => {
      const { url, manager } = await aQueue(world, { queue: announced })
      const { id } = (await post(`${url}/rehearsal`, { entries: 3 }, { as: manager })).body
      await del(`${url}/rehearsal`)
      return id
    },
  ],
  [
    'order.request_invoice',
    async ({ post }) => {
      const { festivalId, manager, tier } = await aBoxOffice(world)
      const till = await aTillWithRecords(world, { festivalId, manager, tier: await tier() })
      const body = { name: 'Ada Marsh' }
      return (await post(`/payments/${till.payment}/invoice`, body)).body.order_id
    },
  ],
  [
    'order.resend',
    async ({ post }) => {
      const { id } = await aPaidTicket(world)
      await post(`/orders/${id}/resend`, undefined)
      return id
    },
  ],
  [
    'order.set_billing',
    async ({ put }) => {
      const { id } = await aPaidTicket(world)
      await put(`/orders/${id}/billing`, { name: 'Ada Marsh' })
      return id
    },
  ],
  [
    'payment.refund',
    async ({ post }) => {
      const { id } = await aPaidTicket(world)
      return (await post(`/payments/${id}/refund`, { amount: 5, reason: 'The site is flooded' }))
        .body.id
    },
  ],
  [
    'ticket.find',
    async ({ post }) => {
      const { id } = await aFestival(world)
      await post(`/gate/${id}/find`, { q: 'marsh' })
      return undefined
    },
  ],
  [
    'ticket.undo_scan',
    async ({ post, put }) => {
      const { id, tier } = await aPaidTicket(world)
      const nonce = newId()
      await put(`/payments/${id}/validate`, { nonce })
      const reason = 'The holder did not go in'
      await post(`/gate/${tier.festival_id}/undo`, { payment_id: id, nonce, reason })
      return id
    },
  ],
  [
    'transfer.create',
    async ({ post, as }) => {
      const { id } = await aPaidTicket(world, { user_id: as.id })
      const { email } = await aUser()
      return (await post(`/payments/${id}/transfer`, { email })).body.id
    },
  ],
  [
    'transfer.accept',
    async ({ post, as }) => {
      const id = await anOfferTo(as)
      await post(`/transfers/${id}/accept`)
      return id
    },
  ],
  [
    'transfer.delete',
    async ({ del, as }) => {
      const id = await anOfferTo(as)
      await del(`/transfers/${id}`)
      return id
    },
  ],
  [
    'return.create',
    async ({ post, as }) => {
      const { id } = await aPaidTicket(world, { user_id: as.id })
      return (await post(`/payments/${id}/return`)).body.id
    },
  ],
  [
    'return.delete',
    async ({ del, as }) => {
      const { id, return_id } = await aReturnedTicket(
        world,
        await aPaidTicket(world, { user_id: as.id }),
      )
      await del(`/payments/${id}/return`)
      return return_id
    },
  ],
  [
    'rule.set',
    async ({ put }) => {
      const type = `t${randomBytes(5).toString('hex')}`
      return (await put(`/rewards/rules/${type}`, { points: 1, daily_cap: 1 })).body.event_type
    },
  ],
  [
    'rule.delete',
    async ({ del }) => {
      const event_type = `t${randomBytes(5).toString('hex')}`
      await db.insertInto('reward_rules').values({ event_type, points: 1, daily_cap: 1 }).execute()
      await del(`/rewards/rules/${event_type}`)
      return event_type
    },
  ],
  [
    'badge.create',
    async ({ post }) =>
      (await post('/rewards/badges', { name: 'Salt', event_type: 'check_in', target: 1 })).body.id,
  ],
  [
    'badge.update',
    async ({ put }) => {
      const badge = { id: newId(), name: 'Salt', event_type: 'check_in', target: 1 }
      await db.insertInto('badges').values(badge).execute()
      return (await put(`/rewards/badges/${badge.id}`, { target: 2 })).body.id
    },
  ],
  [
    'badge.delete',
    async ({ del }) => {
      const badge = { id: newId(), name: 'Salt', event_type: 'check_in', target: 1 }
      await db.insertInto('badges').values(badge).execute()
      await del(`/rewards/badges/${badge.id}`)
      return badge.id
    },
  ],
  [
    'ladder.replace',
    async ({ put }) => {
      await put('/rewards/levels', {
        levels: [{ points: 0 }, { points: 7 + Math.floor(Math.random() * 1e6) }],
      })
      return undefined
    },
  ],
  [
    'bank_statement.import',
    async ({ post }) => {
      const file = statementOf([{ cents: 100, note: 'Beer' }]).toString('base64')
      await post('/bank/statements', { file, name: 'beer.xml' })
      const statements = db
        .selectFrom('bank_statements')
        .select('id')
        .where('name', '=', 'beer.xml')
      return (await statements.executeTakeFirstOrThrow()).id
    },
  ],
  [
    'bank_entry.decide',
    async ({ post }) => {
      const { entry } = await someBankRecords(world)
      await post(`/bank/entries/${entry}/decision`, { decision: 'dismiss' })
      return entry
    },
  ],
  [
    'bank_file.create',
    async ({ post }) => {
      await someBankRecords(world)
      return (await post('/bank/files')).body.id
    },
  ],
  [
    'bank_file.hand_in',
    async ({ post }) => {
      const { file } = await someBankRecords(world)
      await post(`/bank/files/${file}/handed-in`)
      return file
    },
  ],
  [
    'operator.close_month',
    async ({ post }) => {
      await post('/operator/closed-months', { month: '2020-01' })
      return undefined
    },
  ],
  [
    'settlement.pay',
    async ({ post }) => {
      const { id } = await aSettlement(world, (await anOrganizer(world)).id)
      await post(`/settlements/${id}/payment`)
      return id
    },
  ],
  ['challenge.create', async ({ post }) => (await post('/rewards/challenges', challenge)).body.id],
  [
    'challenge.update',
    async ({ put }) => {
      const { body } = await world.post('/rewards/challenges', challenge, {
        as: reader,
        client: scoped.token,
      })
      return (await put(`/rewards/challenges/${body.id}`, { points: 20 })).body.id
    },
  ],
  [
    'challenge.delete',
    async ({ del }) => {
      const { body } = await world.post('/rewards/challenges', challenge, {
        as: reader,
        client: scoped.token,
      })
      await del(`/rewards/challenges/${body.id}`)
      return body.id
    },
  ],
]

function callsOf(as: Person): Callers {
  const call = (method: string) => async (url: string, body?: unknown) => {
    const answer = await world.call(method, url, { as, body, client: scoped.token })
    assert.ok(answer.status < 300, `${method} ${url}: ${answer.text}`)
    return answer
  }
  return { post: call('POST'), put: call('PUT'), del: call('DELETE'), as }
}

for (const [action, make] of changes) {
  test(`${action} is recorded, once, with its actor and its record`, async () => {
    const actor = await anAdmin()
    const id = await make(callsOf(actor))
    const [entry, ...others] = await entriesOf(actor)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [entry.action, entry.entity_type, entry.entity_id],
      [action, action.split('.')[0], id ?? null],
    )
    const kind = 'user'
    const by = { kind, user_id: actor.id, client_id: scoped.id, device_id: null }
    assert.deepEqual(entry.actor, by)
    assert.ok(Math.abs(Date.now() - Date.parse(entry.at)) < 60_000)
    assert.notDeepEqual(entry.changes, {})
    assert.doesNotMatch(
      JSON.stringify(entry),
      /Marsh|people\.example|secret_|argon2|hash"?:\{"from":"/,
    )
  })
}

// Requirement (rules): Audit: every change of staff is noted in its own transaction
test('every audit name of a route is one of those above', () => {
  const sources = globSync('src/**/*routes.ts')
  const text = sources.map((path) => readFileSync(path, 'utf8')).join('')
  const named = [...text.matchAll(/\baudit: '(\w+\.\w+)'[,} ]/g)].map(([, name = '']) => name)
  const elsewhere = [
    'guest.correct_email',
    'user.change_password',
    'user.reset_password',
    'user.sign_in_by_code',
    'user.sign_in_by_provider',
    'user.add_passkey',
    'user.remove_passkey',
    'user.add_second_factor',
    'user.remove_second_factor',
    'user.review_access',
    'user.delete',
  ]
  const known = [...changes.map(([action]) => action), ...elsewhere]
  const sorted = (all: string[]) => [...new Set(all)].toSorted()
  assert.deepEqual(sorted(named), sorted(known))
})

test('an entry says what a field was and what it is; for parts, of which record', async () => {
  const actor = await anAdmin()
  const { put } = callsOf(actor)
  const organizer = await anOrganizer(world)
  const festival = await aFestival(world, { organizer_id: organizer.id, venue: 'North Quay' })
  const { id: tier } = await aTier(world, {
    festival_id: festival.id,
    name: 'Day',
    price_cents: 5000,
  })
  const tickets = [{ id: tier, name: 'Day', price: 62.5, quantity: 100 }]
  const description = 'x'.repeat(500)
  const changed = { venue: 'South Quay', end_time: '2099-07-05T00:00:00Z', description, tickets }
  await put(`/festivals/${festival.id}`, changed)
  const [entry] = await entriesOf(actor)
  assert.deepEqual(entry.changes, {
    venue: { from: 'North Quay', to: 'South Quay' },
    end_time: { from: '2099-07-04T00:00:00.000Z', to: '2099-07-05T00:00:00.000Z' },
    description: { from: null, to: `${'x'.repeat(200)}…` },
    [`tickets.${tier}.price`]: { from: 50, to: 62.5 },
  })
  assert.deepEqual([entry.festival_id, entry.organizer_id], [festival.id, organizer.id])
})

test('an entry names its record and its festival as they are called now, and no person', async () => {
  const actor = await anAdmin()
  const { post, put, del } = callsOf(actor)
  const festival = await aFestival(world, { name: aName('Fell') })
  const { body: device } = await post(`/festivals/${festival.id}/gate-devices`, { name: 'North' })
  const { body: voucher } = await post(`/festivals/${festival.id}/vouchers`, {
    percent: 10,
    code: newId(),
  })
  const organizer = { id: newId(), name: 'Tarn' }
  await post('/organizers', organizer)
  await put(`/users/${(await aUser()).id}/roles`, { roles: ['admin'] })
  const name = aName('Fell')
  await put(`/festivals/${festival.id}`, { name })
  const badge = { name: 'Salt', event_type: 'check_in', target: 1 }
  const { body: gone } = await post('/rewards/badges', badge)
  await del(`/rewards/badges/${gone.id}`)
  const named = (await entriesOf(actor)).map(
    ({ action, entity_id, entity_name, festival_id, festival_name }) => [
      action,
      entity_id,
      entity_name,
      festival_id,
      festival_name,
    ],
  )
  const user = named.find(([action]) => action === 'user.set_roles')
  assert.deepEqual(named, [
    ['badge.delete', gone.id, null, null, null],
    ['badge.create', gone.id, null, null, null],
    ['festival.update', festival.id, name, festival.id, name],
    ['user.set_roles', user?.[1], null, null, null],
    ['organizer.create', organizer.id, 'Tarn', null, null],
    ['voucher.create', voucher.id, null, festival.id, name],
    ['device.create', device.id, 'North', festival.id, name],
  ])
})

test('several records at once are one entry that counts them; what is replaced shows both ends', async () => {
  const actor = await anAdmin()
  const { post, put } = callsOf(actor)
  await post('/artists', { artists: [{ name: aName('Ebb') }, { name: aName('Neap') }] })
  const step = { points: 5 + Math.floor(Math.random() * 1e6) }
  await put('/rewards/levels', { levels: [{ points: 0 }, step] })
  await put('/rewards/levels', { levels: [{ points: 0 }, { points: step.points + 1 }] })
  const [ladder, , artists] = await entriesOf(actor)
  assert.deepEqual(artists.changes, { 'artists.added': { from: null, to: 2 } })
  assert.equal(artists.entity_id, null)
  assert.deepEqual(ladder.changes['levels.2.points'], { from: step.points, to: step.points + 1 })
})

// Requirement (rules): Audit: no secret and nothing personal but ids
test('a new password is recorded without its content, and so is a reset', async () => {
  const email = `${randomBytes(6).toString('hex')}@people.example`
  const { body } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  const { token } = await world.access.issue(db, { clientId: world.client.id, userId: body.id })
  const as = { ...body, token }
  const change = { currentPassword: password, newPassword: 'a new one of mine' }
  await put('/auth/change-password', change, { as })
  await post('/auth/forgot-password', { email })
  const reset = (await nextMailTo(world, email, { about: 'Reset' })).match(/fst_reset_\w+/)?.[0]
  const given = { email, token: reset, newPassword: 'another one of mine' }
  assert.equal((await post('/auth/reset-password', given, { client: null })).status, 200)
  await del(`/users/${body.id}`, { as: { ...as, ...(await signIn(email, given.newPassword)) } })
  const { body: log } = await get(`/audit?entity_id=${body.id}`, { as: reader })
  assert.deepEqual(
    log.entries.map(({ action, actor }: any) => [action, actor.kind, actor.user_id]),
    [
      ['user.delete', 'user', body.id],
      ['user.reset_password', 'system', null],
      ['user.change_password', 'user', body.id],
    ],
  )
  assert.deepEqual(log.entries[1].changes, { password_hash: { from: null, to: null } })
  assert.doesNotMatch(JSON.stringify(log), /argon2|of mine|people\.example|Marsh/)
})

test('a password that ends with the first proof of an e-mail is recorded, and no sign-in after it', async () => {
  const email = `${randomBytes(6).toString('hex')}@people.example`
  const { body } = await post('/users', { firstName: 'Ada', lastName: 'Marsh', email, password })
  for (const count of [1, 2]) {
    await post('/auth/code', { email })
    const mail = await nextMailTo(world, email, { count, about: 'Your sign-in code' })
    const [, code] = /sign-in code: (\d{6})/.exec(mail) ?? []
    assert.equal((await post('/auth/code/verify', { email, code })).status, 200)
  }
  const { body: log } = await get(`/audit?entity_id=${body.id}`, { as: reader })
  assert.deepEqual(
    log.entries.map(({ action, actor, changes }: any) => [action, actor.kind, changes]),
    [['user.sign_in_by_code', 'client', { password_hash: { from: null, to: null } }]],
  )
})

async function signIn(email: string, password: string) {
  const { body } = await post('/auth/user', { email, password })
  return { token: body.token }
}

// Requirement (rules): Audit: refusals and replays are not noted
test('refused requests and those without a change are not recorded, and a repeated one only once', async () => {
  const actor = await anAdmin()
  const festival = await aFestival(world, { venue: 'Quay' })
  const address = `/festivals/${festival.id}`
  await put(address, { end_time: '2000-01-01' }, { as: actor })
  await put(
    address,
    { tickets: [{ name: 'Day', price: 5, quantity: 1, id: newId() }] },
    { as: actor },
  )
  await put(address, { venue: 'Quay' }, { as: actor })
  await put(address, { venue: 'Shed' }, { as: await aUser() })
  assert.deepEqual(await entriesOf(actor), [])
  const call = { as: actor, headers: { 'idempotency-key': newId() } }
  const organizer = { id: newId(), name: 'Tarn' }
  await post('/organizers', organizer, call)
  const { headers } = await post('/organizers', organizer, call)
  assert.equal(headers['idempotent-replayed'], 'true')
  assert.equal((await entriesOf(actor)).length, 1)
})

test('purchases, admissions, follows, events and own contact data are not recorded', async () => {
  const { festival, manager } = await aGate(world)
  const tier = await aTier(world, { festival_id: festival.id })
  const order = {
    payment_type: 'ticket',
    entity_id: tier.id,
    processorPaymentMethodId: 'pm_card_visa',
  }
  const { body } = await post('/payments', order, { as: manager })
  await scan(world, manager, anUpload(festival.id, [{ code: body.qr_code }]))
  await post('/rewards/events', { event_type: 'daily_visit' }, { as: manager })
  await post('/interest', { organizer_id: (await anOrganizer(world)).id }, { as: manager })
  await put(`/users/${manager.id}`, { city: 'Aarhus' }, { as: manager })
  await post('/auth/logout', undefined, { as: manager })
  assert.deepEqual(await entriesOf(manager), [])
})

test('entries past their retention are deleted, in batches', async () => {
  const { id: user_id } = await aUser()
  const now = new Date('2000-01-01T00:00:00.000Z')
  const entry = { actor: 'user', user_id, action: 'x.y', entity_type: 'x', changes: '{}' }
  const days = [800, 731, 729, 1]
  const entries = days.map((ago) => ({
    ...entry,
    id: newId(),
    at: new Date(now.getTime() - ago * 86_400_000),
  }))
  await db.insertInto('audit_log').values(entries).execute()
  await deleteOldEntries(world.work, { now, days: 730 })
  const left = await entriesOf({ id: user_id })
  assert.deepEqual(
    left.map(({ id }) => id),
    [entries[3]?.id, entries[2]?.id],
  )
})

test('the log is filtered by record and time, and read page by page', async () => {
  const actor = await anAdmin()
  const { put } = callsOf(actor)
  const festival = await aFestival(world)
  const times: string[] = []
  for (const venue of ['A', 'B', 'C']) {
    await put(`/festivals/${festival.id}`, { venue })
    times.push((await entriesOf(actor))[0].at)
  }
  await put(`/subscriptions/${(await aPlan(world)).id}`, { price: 1 })
  const list = async (query: string) => {
    const { body } = await get(`/audit?actor=${actor.id}&${query}`, { as: reader })
    return [body.entries.map(({ changes }: any) => changes.venue?.to), body.next_after]
  }
  assert.deepEqual(await list('action=festival.update'), [['C', 'B', 'A'], null])
  assert.deepEqual(await list('action=payment.refund,festival.update'), [['C', 'B', 'A'], null])
  assert.deepEqual(await list('action=payment.refund,festival.cancel'), [[], null])
  assert.deepEqual(await list(`entity_id=${festival.id}&entity_type=festival`), [
    ['C', 'B', 'A'],
    null,
  ])
  assert.deepEqual(await list(`entity_id=${festival.id.toUpperCase()}`), [['C', 'B', 'A'], null])
  assert.deepEqual(await list('entity_type=subscription'), [[undefined], null])
  assert.deepEqual(await list('entity_type=organizer'), [[], null])
  const [early] = await list(`to=${times[1]}`)
  assert.ok(!early.includes('C') && early.includes('A'))
  const [later] = await list(`from=${times[2]}&entity_type=festival`)
  assert.ok(later.includes('C') && !later.includes(times[2] === times[0] ? '' : 'A'))
  const [first, after] = await list('limit=3')
  const [second, end] = await list(`limit=3&after=${after}`)
  assert.deepEqual([...first, ...second, end], [undefined, 'C', 'B', 'A', null])
})

test('only admins read the log', async () => {
  const refused = await get('/audit', { as: await aUser({ permissions: ['manage_users'] }) })
  assert.deepEqual(
    [refused.status, refused.body.error],
    [403, 'Only admins may read the audit log'],
  )
  assert.equal((await get('/audit')).status, 401)
  assert.equal((await get('/audit?from=yesterday', { as: reader })).status, 400)
  for (const after of ['nothing', '', '1']) {
    const { status, body } = await get(`/audit?after=${after}`, { as: reader })
    assert.deepEqual([status, body.error], [400, 'after is not a place in this list'])
  }
})
