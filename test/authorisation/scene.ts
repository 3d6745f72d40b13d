/** A festival with all that belongs to it, and every kind of caller, separate for each scene. */

import { digest, newSecret } from '#platform/secrets/tokens'
import { newId } from '#platform/values/ids'
import { aPlaceToSleep, aPlan, aTier } from '../buying.ts'
import { aFestival, aGig, aHeart, aName, anArtist, anInterest, anOrganizer } from '../catalogue.ts'
import { aDevice } from '../gate.ts'
import { aReturnedTicket } from '../returns.ts'
import { aHold, aPaidTicket, aPayment } from '../sales.ts'
import { aTransfer } from '../transfers.ts'
import { aVoucher } from '../vouchers.ts'
import { aWebhook } from '../webhooks.ts'
import type { Person, World } from '../world.ts'
import type { Identity } from './outcomes.ts'

/** The tokens a caller sends; null: none. */
export type Caller = { client: string | null; user: string | null }
export type Scene = Awaited<ReturnType<typeof aScene>>

/** Shared by all scenes of a file. */
export type Stage = {
  world: World
  /** the token of a client with every scope */
  client: string
  /** the password of all accounts, and its hash: made once, since hashing is slow */
  password: string
  hash: string
  /** the id of a caught mail */
  mail: string
}

/** Creates the records and the people. Scenes do not see each other's changes. */
export async function aScene({ world, client, password, hash, mail }: Stage) {
  const { db, aUser } = world
  const people = await peopleOf(world)
  const { owner, manager, steward, rival } = people
  const [home, away] = [await anOrganizer(world), await anOrganizer(world)]
  const festival = await aFestival(world, { organizer_id: home.id })
  const elsewhere = await aFestival(world, { organizer_id: away.id })
  const [deputy, spare] = [await aUser(), await aUser()]
  const vacant = await anOrganizer(world)
  await db
    .insertInto('organizer_managers')
    .values([
      ...[manager, deputy].map(({ id: user_id }) => ({ organizer_id: home.id, user_id })),
      { organizer_id: vacant.id, user_id: manager.id },
      { organizer_id: away.id, user_id: rival.id },
    ])
    .execute()
  await db
    .insertInto('gate_staff')
    .values([
      { festival_id: festival.id, user_id: steward.id, created_at: new Date() },
      { festival_id: festival.id, user_id: deputy.id, created_at: new Date() },
      { festival_id: elsewhere.id, user_id: rival.id, created_at: new Date() },
    ])
    .execute()
  const device = await aDevice(world, { festival, manager })
  const spareDevice = await aDevice(world, { festival, manager })
  const rivalDevice = await aDevice(world, { festival: elsewhere, manager: rival })
  const all = [...Object.values(people), deputy, spare].map(({ id }) => id)
  await db.updateTable('users').set({ password_hash: hash }).where('id', 'in', all).execute()
  const tokens = { device: device.token, rivalDevice: rivalDevice.token }
  return {
    client,
    people: { ...people, deputy, spare },
    callers: callersOf(client, people, tokens),
    password,
    mail,
    organizer: home,
    vacant,
    festival,
    elsewhere,
    ...(await invitationsTo(world, people, { festival, vacant })),
    device: spareDevice,
    ...(await recordsOf({ world, client }, { owner, festival, admin: people.admin })),
  }
}

async function peopleOf({ aUser }: World) {
  return {
    stranger: await aUser(),
    owner: await aUser(),
    manager: await aUser(),
    steward: await aUser({ isProven: false }),
    rival: await aUser(),
    admin: await aUser({ roles: ['admin'] }),
  }
}

function callersOf(
  client: string,
  people: Record<'stranger' | 'owner' | 'manager' | 'steward' | 'rival' | 'admin', Person>,
  devices: Record<'device' | 'rivalDevice', string>,
): Record<Identity, Caller> {
  const { stranger, owner, manager, steward, rival, admin } = people
  const user = ({ token }: Person) => ({ client, user: token })
  return {
    anonymous: { client: null, user: null },
    client: { client, user: null },
    stranger: user(stranger),
    owner: user(owner),
    manager: user(manager),
    steward: user(steward),
    rival: user(rival),
    admin: user(admin),
    device: { client, user: devices.device },
    rivalDevice: { client, user: devices.rivalDevice },
  }
}

/** Invitations of the owner by the manager: one to accept, and one to decline or cancel. */
async function invitationsTo(
  { db }: World,
  { owner, manager }: Record<'owner' | 'manager', Person>,
  { festival, vacant }: Record<'festival' | 'vacant', { id: string }>,
) {
  const [invitation, accepted] = [newId(), newId()]
  const [created_at, expires_at] = [new Date(), new Date(Date.now() + 86_400_000)]
  const to = { email: owner.email, email_key: owner.email, invited_by: manager.id }
  const made = { ...to, created_at, expires_at }
  await db
    .insertInto('invitations')
    .values([
      {
        ...made,
        id: invitation,
        kind: 'gate_staff',
        target: festival.id,
        festival_id: festival.id,
      },
      { ...made, id: accepted, kind: 'manager', target: vacant.id, organizer_id: vacant.id },
    ])
    .execute()
  return { invitation, accepted }
}

type Belonging = { owner: Person; admin: Person; festival: { id: string } }

/** Purchases of the owner: a ticket, one to refund, and what they follow and are notified of. */
async function recordsOf(
  { world, client }: Pick<Stage, 'world' | 'client'>,
  { owner, admin, festival }: Belonging,
) {
  const tier = await aTier(world, { festival_id: festival.id, held: 3 })
  // Hidden, so that an update that does not name it leaves it.
  const spareTier = await aTier(world, { festival_id: festival.id, hidden: true })
  const bought = { tier, user_id: owner.id }
  const free = { ...bought, price_cents: 0, amount_cents: 0 }
  const [ticket, refundable, order] = [
    await aPaidTicket(world, bought),
    await aPaidTicket(world, free),
    await aPaidTicket(world, free),
  ]
  const transferable = await aPaidTicket(world, bought)
  const terms = { cancel_until: new Date('2100-01-01T00:00:00Z'), cancel_percent: 50 }
  const returnable = await aPaidTicket(world, bought)
  const returned = await aReturnedTicket(world, await aPaidTicket(world, bought))
  const cancelable = await aPaidTicket(world, { ...free, ...terms })
  const open = {
    payment_type: 'ticket',
    entity_id: tier.id,
    festival_id: festival.id,
    user_id: owner.id,
  }
  const waiting = await aPayment(world, { ...open, status: 'requires_action' })
  const artist = await anArtist(world, { created_by: owner.id })
  const twin = await anArtist(world, { created_by: owner.id })
  const followed = { user_id: owner.id, artist_id: (await anArtist(world)).id }
  const interest = await anInterest(world, followed)
  const played = await aFestival(world)
  const gig = await aGig(world, { festival_id: played.id })
  const hearted = await aHeart(world, owner)
  return {
    tier,
    spareTier,
    ticket,
    refundable,
    order,
    transferable,
    returnable,
    returned,
    cancelable,
    transfer: await anOfferedTicket(world, { to: owner, festival }),
    declinable: await anOfferedTicket(world, { to: owner, festival }),
    waiting,
    voucher: await aVoucher(world, { festival_id: festival.id }),
    payable: await aHold(world, open),
    repriced: await aHold(world, open),
    abandoned: await aHold(world, open),
    soldOut: await aTier(world, { festival_id: festival.id, quantity: 1, held: 1 }),
    entry: await aWaitingEntry(world, { owner, festival }),
    leaving: await aWaitingEntry(world, { owner, festival }),
    artist,
    twin,
    interest,
    gig,
    hearted,
    accommodation: await aPlaceToSleep(world, { festival_id: festival.id }),
    plan: await aPlan(world),
    notification: await aNotification(world, owner),
    application: await anApplication(world),
    rule: await aRule(world),
    ...(await aChallenge(world, { client, as: admin })),
    badge: await aBadge(world),
    webhook: await aWebhook(world),
  }
}

/** A ticket of another buyer that is offered to a user. */
async function anOfferedTicket(
  world: World,
  { to, festival }: { to: Person; festival: { id: string } },
): Promise<string> {
  const tier = await aTier(world, { festival_id: festival.id })
  const ticket = await aPaidTicket(world, { tier })
  return aTransfer(world, { ...ticket, festival_id: festival.id }, to)
}

/** A user's place on the waiting list of a tier of its own. */
async function aWaitingEntry(
  world: World,
  { owner, festival }: Pick<Belonging, 'owner' | 'festival'>,
): Promise<string> {
  const sold = { quantity: 1, held: 1, waiting: 1 }
  const tier = await aTier(world, { festival_id: festival.id, ...sold })
  const [id, of] = [newId(), { user_id: owner.id, tier_id: tier.id, festival_id: festival.id }]
  const entry = { id, ...of, quantity: 1, created_at: world.now() }
  await world.db.insertInto('waiting_entries').values(entry).execute()
  return id
}

async function aNotification({ db }: World, { id: user_id }: Person) {
  await db.insertInto('inboxes').values({ user_id, last: 1 }).execute()
  const notification = { id: newId(), user_id, number: 1, type: 'payment.succeeded' }
  const told = { cause: newId(), title: 'Paid', message: 'Thank you', created_at: new Date() }
  await db
    .insertInto('notifications')
    .values({ ...notification, ...told })
    .execute()
  return notification
}

/** A client to rename, rotate, or delete. */
async function anApplication({ db, aClient }: World) {
  const { id } = await aClient()
  const secret = newSecret('fst_secret')
  const kept = { hash: digest(secret), last_four: secret.slice(-4) }
  await db
    .insertInto('client_secrets')
    .values({ id: newId(), client_id: id, ...kept })
    .execute()
  return { id, secret }
}

async function aRule({ db }: World) {
  const event_type = `matrix_${newId()}`
  await db.insertInto('reward_rules').values({ event_type, points: 1 }).execute()
  return event_type
}

async function aBadge(world: World) {
  const badge = { id: newId(), name: aName('Badge'), event_type: await aRule(world), target: 3 }
  await world.db.insertInto('badges').values(badge).execute()
  return badge
}

async function aChallenge({ post }: World, { client, as }: { client: string; as: Person }) {
  const code = `MATRIX-${newId()}`
  const body = { name: aName('Swim'), points: 5, code }
  const { body: challenge } = await post('/rewards/challenges', body, { client, as })
  return { challenge: challenge as { id: string }, code }
}
