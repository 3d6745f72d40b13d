/** The records of a scene that only these tests need, each written straight into its table where that is enough. */

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { insertGuest } from '#identity/users'
import { transact } from '#platform/database/transactions'
import { digest, newSecret } from '#platform/secrets/tokens'
import { newId } from '#platform/values/ids'
import { invitationOf } from '../../src/shop/queue/proof/receipt.ts'
import { contextOf } from '../../src/shop/queue/secrets.ts'
import { aTier } from '../buying.ts'
import { aFestival, aName } from '../catalogue.ts'
import { anEmail } from '../guests.ts'
import { aMessage } from '../messages.ts'
import { aPaidTicket } from '../sales.ts'
import { aTransfer } from '../transfers.ts'
import type { Person, World } from '../world.ts'

/** A ticket of another buyer that is offered to a user. */
export async function anOfferedTicket(
  world: World,
  { to, festival }: { to: Person; festival: { id: string } },
): Promise<string> {
  const tier = await aTier(world, { festival_id: festival.id })
  const ticket = await aPaidTicket(world, { tier })
  return aTransfer(world, { ...ticket, festival_id: festival.id }, to)
}

/** A user's place on the waiting list of a tier of its own. */
export async function aWaitingEntry(
  world: World,
  { owner, festival }: { owner: Person; festival: { id: string } },
): Promise<string> {
  const sold = { quantity: 1, held: 1, waiting: 1 }
  const tier = await aTier(world, { festival_id: festival.id, ...sold })
  const [id, of] = [newId(), { user_id: owner.id, tier_id: tier.id, festival_id: festival.id }]
  const entry = { id, ...of, quantity: 1, created_at: world.now() }
  await world.db.insertInto('waiting_entries').values(entry).execute()
  return id
}

/**
 * A ticket that a device has just let out. A steward has a scan of it with the same nonce, which is undone already: so each
 * caller at the gate may undo one, and again.
 */
export async function aScannedTicket(
  world: World,
  { festival, device, steward }: Record<'festival' | 'device' | 'steward', { id: string }>,
): Promise<string> {
  const festival_id = festival.id
  const { id } = await aPaidTicket(world, { tier: await aTier(world, { festival_id }) })
  const now = world.now()
  const out = newId()
  await sql`
    insert into gate_scans (id, device_id, user_id, outcome, received_at, festival_id, payment_id, nonce,
                            direction, scanned_at, admitted_offline)
    select s.id, device_id, user_id, outcome, received_at, ${festival_id}::uuid, ${id}::uuid, 'of-a-scan', 'out', ${now}, false
    from (values (${out}::uuid, ${device.id}::uuid, null::uuid, 'left', ${now}::timestamptz),
                 (${newId()}::uuid, null, ${steward.id}::uuid, 'undone', ${now}::timestamptz - interval '1 s'))
      s (id, device_id, user_id, outcome, received_at)`.execute(world.db)
  const passage = {
    payment_id: id,
    festival_id,
    zone: 'main',
    ordinal: 1,
    direction: 'out',
    at: now,
  }
  await world.db
    .insertInto('gate_passages')
    .values({ ...passage, scan_id: out })
    .execute()
  return id
}

/** A queue that is drawn, in which a user has joined the number of another. */
export async function aSharedPlace(world: World, owner: Person) {
  const { vault } = world
  const [id, { id: festival_id }] = [newId(), await aFestival(world)]
  const [hash, root, seed] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const at = { opens_at: new Date('2026-01-01'), draw_at: new Date('2026-01-02') }
  const first = await world.aUser()
  const entered = { queue_id: id, serves: 0, entered_at: at.opens_at }
  // At once: a queue whose time has come is drawn by the service too.
  await transact(world.db, async (db) => {
    await db
      .insertInto('queues')
      .values({
        ...at,
        id,
        festival_id,
        groups_of: 2,
        source: 'organizer',
        created_at: at.opens_at,
        commitment: hash,
        receipt_key: hash,
        secrets: vault.seal(randomBytes(64), contextOf(id)),
      })
      .execute()
    await db.insertInto('queue_counts').values({ queue_id: id, entered: 2 }).execute()
    await db
      .insertInto('queue_entries')
      .values([
        { ...entered, number: 0, user_id: first.id, salt: newId() },
        { ...entered, number: 1, user_id: owner.id, salt: newId() },
      ])
      .execute()
    const receipt = { first: 0, count: 2, signature: randomBytes(64) }
    await db
      .insertInto('queue_receipts')
      .values({ queue_id: id, ...receipt })
      .execute()
    const fixed = { entries: 2, root, committed_at: at.draw_at }
    const drawn = { randomness: seed, proven: true, seed, drawn_at: at.draw_at }
    await db
      .insertInto('queue_draws')
      .values({ queue_id: id, ...fixed, ...drawn })
      .execute()
    await db
      .insertInto('queue_parts')
      .values({ queue_id: id, part: 0, leaves: hash, hash })
      .execute()
  })
  return { id, festival_id, invitation: invitationOf(vault, { queueId: id, number: 0 }) }
}

export async function aNotification({ db }: World, { id: user_id }: Person) {
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
export async function anApplication({ db, aClient }: World) {
  const { id } = await aClient()
  const secret = newSecret('fst_secret')
  const kept = { hash: digest(secret), last_four: secret.slice(-4) }
  await db
    .insertInto('client_secrets')
    .values({ id: newId(), client_id: id, ...kept })
    .execute()
  return { id, secret }
}

export async function aRule({ db }: World) {
  const event_type = `matrix_${newId()}`
  await db.insertInto('reward_rules').values({ event_type, points: 1 }).execute()
  return event_type
}

export async function aBadge(world: World) {
  const badge = { id: newId(), name: aName('Badge'), event_type: await aRule(world), target: 3 }
  await world.db.insertInto('badges').values(badge).execute()
  return badge
}

export async function aChallenge({ post }: World, { client, as }: { client: string; as: Person }) {
  const code = `MATRIX-${newId()}`
  const body = { name: aName('Swim'), points: 5, code }
  const { body: challenge } = await post('/rewards/challenges', body, { client, as })
  return { challenge: challenge as { id: string }, code }
}

/** Two drafts: one that is changed or deleted, and one that is sent. */
export async function someMessages(world: World, { id: festival_id }: { id: string }) {
  const [message, sendable] = [
    await aMessage(world, { festival_id }),
    await aMessage(world, { festival_id }),
  ]
  return { message, sendable }
}

/** A guest who has paid for a ticket of a tier. */
export async function aPayingGuest(
  world: World,
  tier: Awaited<ReturnType<typeof aTier>>,
): Promise<{ id: string }> {
  const guest = { email: anEmail(), firstName: 'Bo', lastName: 'Ellery', now: new Date() }
  const id = await insertGuest(world.db, guest)
  await aPaidTicket(world, { tier, user_id: id })
  return { id }
}

/** An open entry of a statement, a file of transfers, and a refund that waits for the next one. */
export async function someBankRecords({
  db,
  now,
}: World): Promise<{ entry: string; file: string }> {
  const [statement, entry, file] = [newId(), newId(), newId()]
  await sql`
    insert into bank_statements (id, name, imported_at) values (${statement}, 'march.xml', ${now()})`.execute(
    db,
  )
  await sql`
    insert into bank_entries (id, key, statement_id, booked_on, cents, iban, text, charges_cents, is_reversal, state, reason)
    values (${entry}, ${entry}, ${statement}, '2027-03-01', 4900, 'GB29NWBK60161331926819', 'Beer', 0, false, 'open', 'unknown')`.execute(
    db,
  )
  await sql`
    insert into bank_files (id, created_at, transfers, cents, content)
    values (${file}, ${now()}, 1, 4900, '<Document/>')`.execute(db)
  await sql`
    insert into bank_refunds (key, entry_id, cents, created_at) values (${newId()}, ${entry}, 4900, ${now()})`.execute(
    db,
  )
  return { entry, file }
}

/** Invitations of the owner by the manager: one to accept, and one to decline or cancel. */
export async function invitationsTo(
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

/** Closes a month of sellers; the operator is the empty id. */
export async function closeMonths({ db }: World, sellers: string[]): Promise<void> {
  const closed = { month: '2001-01', closed_at: new Date() }
  await db
    .insertInto('closed_months')
    .values(sellers.map((organizer_id) => ({ ...closed, organizer_id })))
    .onConflict((oc) => oc.doNothing())
    .execute()
}
