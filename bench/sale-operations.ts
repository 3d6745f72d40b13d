import { newId } from '#platform/values/ids'
import { hashOfCode } from '../src/audience/rewards/challenges/codes.ts'
import { openCheckout } from '../src/shop/payments/charging/checkout.ts'
import { sweep } from '../src/shop/payments/charging/sweep.ts'
import { paymentContextOf } from '../src/shop/payments/model/payment-context.ts'
import { atTheGate } from './gate-operations.ts'
import type { Operation } from './measure.ts'
import { inAQueue } from './queue-operations.ts'
import type { Headers, Sample } from './sale-sample.ts'
import type { Stage } from './stage.ts'

/** Every read and write of sales; each write repeats it. */
export async function saleOperations(stage: Stage): Promise<Operation[]> {
  const sample = await takeSample(stage)
  const buyer = await stage.as(sample.buyer)
  const manager = await stage.as(sample.manager)
  const admin = await stage.as(sample.admin)
  return [
    ...reads(stage, sample, { buyer, manager }),
    ...searches(stage, sample, { manager, admin }),
    ...attendees(stage, sample, manager),
    ...purchases(stage, sample, buyer),
    ...(await atTheGate(stage, sample, manager)),
    ...(await inAQueue(stage, admin)),
    ...rewards(stage, sample, buyer),
    ...others(stage, sample, buyer),
  ]
}

async function takeSample({ db, working }: Stage): Promise<Sample> {
  const { rows } = await working.query<Sample>(`
    with busy as (select id as tier, festival_id as festival from tiers order by sold desc, id limit 1)
    select busy.*, f.organizer_id as organizer,
      (select user_id from inboxes order by last desc limit 1) as buyer,
      (select id from users order by id limit 1) as manager,
      (select id from users order by id limit 1 offset 1) as admin,
      (select id from festivals where cancelled_at is not null limit 1) as cancelled,
      (select id from tiers order by sold desc, id offset 1 limit 1) as "soldOut",
      (select p.id from payments p join inboxes i using (user_id)
       where payment_type = 'ticket' and status = 'succeeded' order by i.last desc limit 1) as payment,
      (select last from ticket_changes where festival_id = busy.festival) as cursor,
      gen_random_uuid() as free, (select id from artists limit 1) as artist
    from busy join festivals f on f.id = busy.festival`)
  const [sample] = rows
  if (!sample) throw new Error('There are no sales')
  await working.query("update users set roles = '{admin}' where id = $1", [sample.admin])
  await working.query('update tiers set quantity = sold + held where id = $1', [sample.soldOut])
  await working.query(
    `insert into tiers (id, festival_id, position, name, price_cents, quantity)
     values ($1, $2, 1, 'Guest', 0, 100)`,
    [sample.free, sample.festival],
  )
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: sample.organizer, user_id: sample.manager })
    .execute()
  return sample
}

function reads(
  { app }: Stage,
  { festival, payment, cursor }: Sample,
  { buyer, manager }: { buyer: Headers; manager: Headers },
): Operation[] {
  const read = (headers: Headers, url: string, name = url): Operation => ({
    name: `GET ${name}`,
    run: () => app.inject({ url, headers }),
  })
  const one = (part: string) => read(buyer, `/payments/${payment}${part}`, `/payments/:id${part}`)
  const gate = `/gate/${festival}`
  return [
    read(buyer, '/payments'),
    read(buyer, '/payments?status=succeeded'),
    read(buyer, '/payments?status=requires_action'),
    read(buyer, '/payments?offset=4500'),
    one(''),
    one('/timeline'),
    one('/qr.svg'),
    read(buyer, '/rewards/points'),
    read(buyer, '/rewards/badges'),
    read(buyer, '/rewards/level'),
    read(buyer, '/notifications'),
    read(buyer, '/notifications?unread=true'),
    read(buyer, '/notifications?offset=4500'),
    read(buyer, '/notifications/unread'),
    read(buyer, '/users/i'),
    read(buyer, `/festivals/${festival}/availability`, '/festivals/:id/availability'),
    read(manager, `/festivals/${festival}/cancellation`, '/festivals/:id/cancellation'),
    read(manager, '/users/i/sales?date=2027-06-01'),
    read(manager, `${gate}/manifest`, '/gate/:festivalId/manifest'),
    read(
      manager,
      `${gate}/manifest?since=${cursor}`,
      '/gate/:festivalId/manifest?since=… at its end',
    ),
    read(manager, `${gate}/clashes`, '/gate/:festivalId/clashes'),
  ]
}

/** What staff look for among payments: at the busiest festival, and among all. */
function searches(
  { app }: Stage,
  { festival, payment }: Sample,
  { manager, admin }: { manager: Headers; admin: Headers },
): Operation[] {
  const [first, last] = [Date.now() - 600 * 86_400_000, Date.now() - 599 * 86_400_000]
  const day = `from=${new Date(first).toISOString()}&to=${new Date(last).toISOString()}`
  const wanted = [
    ['', ''],
    ['q= the id of an order', `q=${payment}`],
    ['q= a short code', 'q=7K3M9QXT2A'],
    ['q= an e-mail', 'q=4711@people.example'],
    ['q= a name that few have', 'q=user 4711'],
    ['q= a name that all have', 'q=user'],
    ['from, to: a day long ago', day],
    ['amount= that all cost', 'amount=99'],
    ['amount= that none cost', 'amount=98.5'],
    ['totals', 'limit=1&totals=true'],
    ['totals of a day', `limit=1&totals=true&${day}`],
    ['totals of a buyer', 'limit=1&totals=true&q=4711@people.example'],
  ]
  const of = (headers: Headers, url: string, name: string) =>
    wanted.map(([said, query]) => ({
      name: `GET ${name} ${said}`,
      run: () => app.inject({ url: `${url}?${query}`, headers }),
    }))
  return [
    ...of(manager, `/festivals/${festival}/payments`, '/festivals/:id/payments'),
    ...of(admin, '/payments/all', '/payments/all'),
  ]
}

/** Who has the tickets of the busiest festival. */
function attendees({ app }: Stage, { festival, tier }: Sample, manager: Headers): Operation[] {
  const wanted = [
    '',
    `tier=${tier}`,
    ...['valid', 'used', 'refunded', 'revoked'].map((status) => `status=${status}`),
    'inside=true',
    'inside=false',
    'q=4711@people.example',
    'q=user 4711',
  ]
  return wanted.map((query) => ({
    name: `GET /festivals/:id/attendees ${query.replace(tier, '…')}`,
    run: () => app.inject({ url: `/festivals/${festival}/attendees?${query}`, headers: manager }),
  }))
}

type CallOptions = { body?: object; headers?: Headers }

function purchases({ app }: Stage, { tier, free, soldOut }: Sample, buyer: Headers): Operation[] {
  const post = (entity_id: string, { body = {}, headers = {} }: CallOptions = {}) =>
    app.inject({
      method: 'POST',
      url: '/payments',
      headers: { ...buyer, ...headers },
      payload: { payment_type: 'ticket', entity_id, ...body },
    })
  const pay = (name: string, run: Operation['run'], expect = 201) => ({
    name: `POST /payments ${name}`,
    run,
    expect,
  })
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
  return [
    pay('charged', () => post(tier)),
    pay('with a key', () => post(tier, keyed(newId()))),
    pay('replayed', () => post(tier, keyed('replayed'))),
    pay('with points', () => post(tier, { body: { pointsToUse: 100 } })),
    pay('free', () => post(free)),
    pay('sold out', () => post(soldOut), 409),
  ]
}

function rewards({ app, db }: Stage, { artist }: Sample, buyer: Headers): Operation[] {
  const post = (url: string, payload?: object) =>
    app.inject({ method: 'POST', url, headers: buyer, ...(payload && { payload }) })
  const code = (round: number) => `BENCH-${round}`
  const challenge = (round: number) => ({
    id: newId(),
    name: 'Bench',
    code_hash: hashOfCode(code(round)),
    points: 10,
    created_at: new Date(),
  })
  const viewed = { event_type: 'artist_viewed', entity_type: 'artist', entity_id: artist }
  return [
    {
      name: 'POST /rewards/events',
      expect: 201,
      run: () => post('/rewards/events', viewed),
    },
    {
      name: 'POST /rewards/challenges/claim/:code',
      expect: 201,
      before: (round) => db.insertInto('challenges').values(challenge(round)).execute(),
      run: (round) => post(`/rewards/challenges/claim/${code(round)}`),
    },
  ]
}

function others(stage: Stage, { buyer: buyerId }: Sample, buyer: Headers): Operation[] {
  const { app, working } = stage
  const checkout = openCheckout(paymentContextOf(app))
  return [
    {
      name: 'PUT /notifications/read-all with 500 unread',
      before: () =>
        working.query(
          'update notifications set read = false where user_id = $1 and number <= 500',
          [buyerId],
        ),
      run: () => app.inject({ method: 'PUT', url: '/notifications/read-all', headers: buyer }),
    },
    { name: 'sweep() with nothing to do', run: () => sweep(checkout).then(() => undefined) },
  ]
}
