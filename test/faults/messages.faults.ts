/**
 * A message to people with a ticket, by processes that are killed with SIGKILL while they send, through a mail server that is slow, full and
 * lying: each person is told, under one message id, and again only where the server took a mail and did not say so, or a process died
 * before it could note that. Planted bugs must be found: a mail that is given up when the server is full, and one for each ticket.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { createJobs } from '#platform/jobs/jobs'
import { newId } from '#platform/values/ids'
import { sendMessage } from '../../src/office/messages/changes.ts'
import { aMessage, aWritingFestival } from '../messages.ts'
import { until } from '../until.ts'
import { aWorld, type World } from '../world.ts'
import { anySeed, chanceOf } from './chance.ts'
import { Couriers } from './couriers.ts'
import { HostilePostOffice } from './hostile-post-office.ts'
import { isFull, sized } from './sized.ts'

const kills = sized(4, 20)
const people = sized(200, 20_000)
/** So much finds the planted bugs. */
const [killsToFind, peopleToFind] = [1, 100]
const [minute, hour] = [60_000, 3_600_000]
/** Of so many people each one shares an e-mail with the one before, wants no messages, had one, or has a full mailbox. */
const [shares, wantsNone, hadOne, isRefused] = [10, 9, 7, 80]

const worlds = new Map<string, World>()
for (const run of ['correct', 'fulllost', 'eachticket']) worlds.set(run, await aWorld())

const emailOf = (n: number) => `holder-${n % shares === 1 ? n - 1 : n}@guests.example`

/** Guests with two tickets each, written straight into the tables. */
async function aCrowd(world: World, festival_id: string, many: number): Promise<void> {
  const ids = Array.from({ length: many }, newId)
  const emails = ids.map((_, n) => emailOf(n))
  await sql`
    insert into users (id, first_name, last_name, email, guest_email_key, is_guest)
    select id, 'Ada', 'Marsh', email, email, true
    from unnest(${ids}::uuid[], ${emails}::text[]) g (id, email)`.execute(world.work)
  for (const payments of [ids, Array.from({ length: many }, newId)]) {
    const owners = sql`unnest(${payments}::uuid[], ${ids}::uuid[]) o (id, user_id)`
    await sql`
      with ordered as (
        insert into orders (id, user_id, endpoint, idempotency_key, request_hash, amount_cents, status, livemode,
          lease_until, hold_until, is_fenced, created_at, touched_at)
        select id, user_id, 'payments', id::text, '', 0, 'succeeded', false, now(), now(), true, now(), now() from ${owners}
      ), paid as (
        insert into payments (id, order_id, line, user_id, payment_type, entity_id, festival_id, price_cents,
          points_used, amount_cents, status, hold_until, created_at)
        select id, id, 1, user_id, 'ticket', gen_random_uuid(), ${festival_id}, 0, 0, 0, 'succeeded', now(), now()
        from ${owners})
      insert into tickets (payment_id, festival_id, code, issued_at)
      select id, ${festival_id}, id::text, now() from ${owners}`.execute(world.work)
  }
}

/** The people by their e-mails: who is to get it, and who is left out and why. */
function expected(many: number) {
  const emails = [...new Set(Array.from({ length: many }, (_, n) => emailOf(n)))]
  const numberOf = (email: string) => Number(/\d+/.exec(email)?.[0])
  const isUnsubscribed = (email: string) => numberOf(email) % wantsNone === 4
  const isLimited = (email: string) => !isUnsubscribed(email) && numberOf(email) % hadOne === 3
  const meant = emails.filter((email) => !isUnsubscribed(email) && !isLimited(email))
  const refused = meant.filter((email) => numberOf(email) % isRefused === 15)
  return {
    unsubscribed: emails.filter(isUnsubscribed),
    limited: emails.filter(isLimited),
    refused,
    told: meant.filter((email) => !refused.includes(email)),
    all: emails.length,
  }
}
type Expected = ReturnType<typeof expected>

/** Who wants no messages, and who had one an hour ago. */
async function leaveOut(world: World, festival_id: string, { unsubscribed, limited }: Expected) {
  await sql`
    insert into notification_settings (user_id, topic, notice, push, mail, changed_at)
    select id, 'messages', true, true, false, now() from users where email = any (${unsubscribed}::text[])`.execute(
    world.work,
  )
  const { id } = await aMessage(world, { festival_id })
  await sql`
    update messages set sent_at = now() - interval '1 hour', listed_at = now(), counts = '{}'
    where id = ${id}`.execute(world.work)
  await sql`
    insert into message_recipients (id, message_id, user_id, state, changed_at)
    select gen_random_uuid(), ${id}, min(id::text)::uuid, 'sent', now() from users
    where email = any (${limited}::text[]) group by email`.execute(world.work)
}

type Size = { kills: number; people: number; seed: number }

async function stage(name: string, { people, seed }: Size) {
  const world = worlds.get(name)
  assert.ok(world)
  const chance = chanceOf(seed)
  const office = new HostilePostOffice(chance)
  const smtp = await office.listen()
  const show = await aWritingFestival(world)
  const persons = expected(people)
  await aCrowd(world, show.festival.id, people)
  await leaveOut(world, show.festival.id, persons)
  for (const email of persons.refused) office.refused.add(email)
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'test',
    DATABASE_URL: world.connectionString,
    DATA_DIR: world.folder,
    DATABASE_CONNECTIONS: '3',
    LOG_LEVEL: 'silent',
    SMTP_URL: smtp,
    PUBLIC_URL: 'https://festival.example',
  }
  const plant = name === 'correct' ? undefined : name
  const couriers = await Couriers.start({ count: 2, env, ...(plant && { plant }) })
  after(() => couriers.stop())
  return { world, chance, office, show, persons, couriers }
}
type Stage = Awaited<ReturnType<typeof stage>>

/** Sends a message as its route does, from a process that does nothing of the work that follows. */
async function press({ world, show, couriers }: Stage): Promise<string> {
  const { id: messageId } = await aMessage(world, { festival_id: show.festival.id })
  const pool = new pg.Pool({ connectionString: world.connectionString, max: 2 })
  const jobs = createJobs(pool, () => {})
  await jobs.start()
  const at = { db: world.db, jobs, now: couriers.now() }
  await sendMessage(at, { id: show.festival.id, message_id: messageId })
  await jobs.stop()
  await pool.end()
  return messageId
}

/** Whether so many mails were taken. While none is, those that were refused wait for their next try: the clock goes on to it. */
async function hasTaken({ office, couriers }: Stage, share: number): Promise<boolean> {
  if (office.taken.length >= share) return true
  const before = office.taken.length
  await pause(3_000)
  if (office.taken.length === before) couriers.pass(6 * minute)
  return false
}

async function run(name: string, options: Size) {
  const staged = await stage(name, options)
  const { world, chance, office, persons, couriers } = staged
  const messageId = await press(staged)
  while (couriers.kills < options.kills) {
    await pause(chance.between(300, 1_500))
    const share = (persons.told.length * couriers.kills) / (options.kills + 1)
    await until('it goes on', () => hasTaken(staged, share), sized(2, 10) * minute)
    // While another process starts nothing more is taken, so that each kill finds something to do.
    office.forced = 'full'
    await couriers.kill()
    office.forced = undefined
    couriers.pass(chance.below(2) * 6 * minute)
  }
  // Then only the mailboxes that stay full are refused.
  office.forced = 'healthy'
  const countsOf = async () => {
    const { rows } = await sql<{ counts: Record<string, number> | null; left: number }>`
      select counts, (select count(*)::int from message_recipients r
        where r.message_id = m.id and r.state = 'queued') as left
      from messages m where id = ${messageId}`.execute(world.work)
    return rows[0]
  }
  await until(
    'no mail is left',
    async () => {
      const now = await countsOf()
      await pause(500)
      // Those that are tried again wait for hours; a full mailbox for more than a day.
      if (now?.left === 0) couriers.pass(hour)
      return now?.counts !== null
    },
    sized(3, 30) * minute,
  )
  const counts = (await countsOf())?.counts ?? {}
  await couriers.stop()
  office.close()
  return {
    faults: [...faultsOf(office, persons, couriers), ...miscounted(counts, persons)],
    staged,
  }
}

function faultsOf({ taken }: HostilePostOffice, persons: Expected, { breaks }: Couriers): string[] {
  const mails = Map.groupBy(taken, ({ to }) => to)
  const lost = persons.told
    .filter((email) => !mails.has(email))
    .map((email) => `${email} was not told`)
  const told = new Set(persons.told)
  const strangers = [...mails.keys()]
    .filter((email) => !told.has(email))
    .map((email) => `${email} was told`)
  const more = [...mails].flatMap(([email, got]) => {
    if (new Set(got.map(({ messageId }) => messageId)).size > 1) return [`${email} got two mails`]
    return got.slice(1).flatMap(({ at }, nth) => {
      const before = got[nth]
      const isExplained =
        before && (!before.isAcknowledged || breaks.some((time) => time > before.at && time < at))
      return isExplained ? [] : [`${email} got a copy for no reason`]
    })
  })
  return [...lost, ...strangers, ...more]
}

function miscounted(counts: Record<string, number>, persons: Expected): string[] {
  const { told, refused, unsubscribed, limited } = persons
  const right = {
    sent: told.length,
    failed: refused.length,
    unsubscribed: unsubscribed.length,
    limited: limited.length,
  }
  return Object.entries({ ...counts, ...right }).flatMap(([state]) => {
    const [is, is_to_be] = [counts[state] ?? 0, Object(right)[state] ?? 0]
    return is === is_to_be ? [] : [`${is} are ${state}, not ${is_to_be}`]
  })
}

test(`${kills} kills, and a mail server that is slow, full and lying: ${people} people are told once`, async (t) => {
  const seed = anySeed()
  const { faults, staged } = await run('correct', { kills, people, seed })
  const { office, persons, couriers } = staged
  const copies = office.taken.length - persons.told.length
  const lies = office.taken.filter(({ isAcknowledged }) => !isAcknowledged).length
  const figures = {
    told: persons.told.length,
    kills: couriers.kills,
    lies,
    copies,
    refusals: office.refusals,
  }
  t.diagnostic(`seed ${seed}: ${JSON.stringify(figures)}`)
  assert.deepEqual(faults.slice(0, 10), [])
  assert.ok(
    lies > 0 && office.refusals > persons.refused.length,
    'the server was neither lying nor full',
  )
})

for (const bug of isFull ? [] : ['fulllost', 'eachticket'])
  test(`the harness finds the planted bug ${bug}`, async (t) => {
    const seed = anySeed()
    const { faults } = await run(bug, { kills: killsToFind, people: peopleToFind, seed })
    t.diagnostic(`seed ${seed}: ${faults[0]}, and ${faults.length - 1} more`)
    assert.ok(faults.length > 0, 'it did not show')
  })
