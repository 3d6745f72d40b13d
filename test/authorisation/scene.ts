/** A festival with all that belongs to it, and every kind of caller, separate for each scene. */
import { aPlaceToSleep, aPlan, aTier } from '../buying.ts'
import {
  aFestival,
  aGig,
  aHeart,
  anArtist,
  anInterest,
  anOrganizer,
  aSession,
  aStoredFactor,
  aStoredPasskey,
} from '../catalogue.ts'
import { aDocument } from '../documents.ts'
import { aDevice } from '../gate.ts'
import { aPushBrowser } from '../push-browser.ts'
import { aReturnedTicket } from '../returns.ts'
import { aHold, aPaidTicket, aPayment } from '../sales.ts'
import { aSettlement } from '../settlements.ts'
import { aShift, aTillWithRecords } from '../till.ts'
import { aVoucher } from '../vouchers.ts'
import { aWebhook } from '../webhooks.ts'
import type { Person, World } from '../world.ts'
import type { Identity } from './outcomes.ts'
import { membersOf, type People, peopleOf } from './people.ts'
import {
  aBadge,
  aChallenge,
  aNotification,
  anApplication,
  anOfferedTicket,
  aPayingGuest,
  aRule,
  aScannedTicket,
  aSharedPlace,
  aWaitingEntry,
  closeMonths,
  invitationsTo,
  someBankRecords,
  someMessages,
} from './records.ts'

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
  await closeMonths(world, ['', home.id])
  const elsewhere = await aFestival(world, { organizer_id: away.id })
  const [deputy, spare, colleague] = [await aUser(), await aUser(), await aUser()]
  await aStoredFactor(world, spare)
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
    .insertInto('organizer_members')
    .values(
      membersOf({ ...people, colleague }).map((member) => ({ ...member, organizer_id: home.id })),
    )
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
  const all = [...Object.values(people), deputy, spare, colleague].map(({ id }) => id)
  await db.updateTable('users').set({ password_hash: hash }).where('id', 'in', all).execute()
  const records = await recordsOf({ world, client }, { owner, festival, admin: people.admin })
  const document = await aDocument(world, {
    order_id: records.ticket.id,
    seller: home.id,
    festival_ids: [festival.id],
  })
  const { tier } = records
  const till = await aTillWithRecords(world, { festivalId: festival.id, manager, tier })
  await documentSale(world, { ...till, seller: home.id, festivalId: festival.id })
  const rivalTill = await aShift(world, { festivalId: elsewhere.id, manager: rival })
  const tokens = {
    device: device.token,
    rivalDevice: rivalDevice.token,
    till: till.token,
    rivalTill: rivalTill.token,
  }
  return {
    client,
    settlement: await aSettlement(world, home.id),
    people: { ...people, deputy, spare, colleague },
    callers: callersOf(client, people, tokens),
    password,
    mail,
    organizer: home,
    vacant,
    festival,
    elsewhere,
    ...(await invitationsTo(world, people, { festival, vacant })),
    device: spareDevice,
    scanned: await aScannedTicket(world, { festival, device, steward }),
    till,
    document,
    ...records,
  }
}

type DocumentedSale = { payment: string; seller: string; festivalId: string }

/** Gives a sale of a till an invoice. */
async function documentSale(world: World, { payment, seller, festivalId }: DocumentedSale) {
  const sold = world.db.selectFrom('payments').select('order_id').where('id', '=', payment)
  const order = await sold.executeTakeFirst()
  if (order) await aDocument(world, { ...order, seller, festival_ids: [festivalId], sequence: 2 })
}

function callersOf(
  client: string,
  people: People,
  devices: Record<'device' | 'rivalDevice' | 'till' | 'rivalTill', string>,
): Record<Identity, Caller> {
  const { stranger, owner, manager, steward, rival, admin } = people
  const { accountant, clerk, sales, editor } = people
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
    accountant: user(accountant),
    clerk: user(clerk),
    sales: user(sales),
    editor: user(editor),
    device: { client, user: devices.device },
    rivalDevice: { client, user: devices.rivalDevice },
    till: { client, user: devices.till },
    rivalTill: { client, user: devices.rivalTill },
  }
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
  const terms = { cancel_until: new Date('2100-01-01T00:00:00Z'), cancel_percent: 50 }
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
  const passkey = await aStoredPasskey(world, owner)
  const session = await aSession(world, owner)
  return {
    passkey,
    session,
    tier,
    spareTier,
    ticket,
    refundable,
    order,
    transferable: await aPaidTicket(world, bought),
    returnable: await aPaidTicket(world, bought),
    guest: await aPayingGuest(world, tier),
    returned,
    cancelable,
    transfer: await anOfferedTicket(world, { to: owner, festival }),
    declinable: await anOfferedTicket(world, { to: owner, festival }),
    waiting,
    voucher: await aVoucher(world, { festival_id: festival.id }),
    ...(await someMessages(world, festival)),
    payable: await aHold(world, open),
    repriced: await aHold(world, open),
    abandoned: await aHold(world, open),
    soldOut: await aTier(world, { festival_id: festival.id, quantity: 1, held: 1 }),
    queue: await aSharedPlace(world, owner),
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
    bank: await someBankRecords(world),
    browser: await aPushBrowser(world, owner),
  }
}
