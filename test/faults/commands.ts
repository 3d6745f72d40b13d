/** What may happen to a shop, one after the other. Each command ends with a look at everything. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Checkpoint } from '#platform/checkpoint'
import { Problem } from '#platform/errors'
import { isId } from '#platform/ids'
import { purchase, refuseUnpaid, toOrder } from '../../src/payments/purchase.ts'
import { toPayment } from '../../src/payments/queries.ts'
import { refund } from '../../src/payments/refund.ts'
import { sweep } from '../../src/payments/sweep.ts'
import { type Fault, faults, methods } from './faulty-processor.ts'
import {
  type Answer,
  type Asked,
  expected,
  nameOf,
  type Order,
  orders,
  type Shadow,
  typeOf,
} from './shadow.ts'
import { Crash, prices, type Stage } from './stage.ts'

type Death = Checkpoint | undefined

/** A named step with its arguments, so that a history reads like one. */
class Command<Args> implements fc.AsyncCommand<Shadow, Stage> {
  readonly name: string
  readonly args: Args
  readonly act: (shadow: Shadow, stage: Stage, args: Args) => Promise<void>
  constructor(name: string, args: Args, act: Command<Args>['act']) {
    this.name = name
    this.args = args
    this.act = act
  }
  check = () => true
  run(shadow: Shadow, stage: Stage) {
    return this.act(shadow, stage, this.args)
  }
  toString() {
    return `${this.name}(${JSON.stringify(this.args)})`
  }
}

/** Runs a step in a process that may die at a checkpoint; whatever it was, it then never answers. */
async function mortal(
  { shadow, stage: { death } }: { shadow: Shadow; stage: Stage },
  at: Death,
  step: () => Promise<unknown>,
): Promise<void> {
  death.at = at
  try {
    await step()
  } catch (error) {
    if (!death.isDead && !(error instanceof Crash)) throw error
  } finally {
    if (death.isDead && at) shadow.count(at)
    Object.assign(death, { at: undefined, isDead: false })
  }
}

/** Asks for an order as a request does; undefined when the process died over it. */
async function ask(stage: Stage, order: Asked): Promise<Answer | undefined> {
  const { checkout, processor, users, entities, plan, death } = stage
  const { user, key, what, points, method, amount } = order
  const buyer = { userId: users[user]?.id ?? '', headers: { 'idempotency-key': key } }
  const body = {
    payment_type: typeOf(what),
    entity_id: what === 'plan' ? plan : entities[what],
    pointsToUse: points,
    processorPaymentMethodId: method,
    ...(amount !== undefined && { amount: amount / 100 }),
  } as const
  try {
    const { payment } = await purchase(checkout, toOrder(buyer, body, processor.processor))
    refuseUnpaid(payment)
    if (death.isDead) return undefined
    const { id, status: state, qr_code: code } = toPayment(payment, 'http://here')
    return { status: 201, state, id, code }
  } catch (error) {
    return death.isDead ? undefined : refusalOf(error)
  }
}

function refusalOf(error: unknown): Answer {
  if (!(error instanceof Problem)) throw error
  const { status, code: state = '', facts } = error
  return { status, state, id: typeof facts['id'] === 'string' ? facts['id'] : undefined }
}

type Buy = { order: number; fault: Fault; death: Death; amount: number | undefined }

async function buy(shadow: Shadow, stage: Stage, args: Buy): Promise<void> {
  const order = orders[args.order % orders.length]
  if (order) await buyOne(shadow, stage, { ...args, asked: { ...order, amount: args.amount } })
}

async function buyOne(
  shadow: Shadow,
  stage: Stage,
  { asked, fault, death }: { asked: Asked; fault: Fault; death: Death },
): Promise<void> {
  const name = nameOf(stage, asked)
  if (!shadow.ids.has(name)) shadow.amounts.set(name, asked.amount)
  const foreseen = expected(shadow, stage, asked)
  stage.processor.fault = fault
  await mortal({ shadow, stage }, death, async () => {
    const answer = await ask(stage, asked)
    if (!answer) return
    shadow.note(name, answer)
    shadow.count(`answers ${answer.status} ${answer.state}`)
    const isUndisturbed = fault === 'none' && !stage.processor.isDown && foreseen !== 'any'
    if (isUndisturbed) assert.equal(`${answer.status} ${answer.state}`, foreseen)
    if (fault !== 'none' && !answer.id) assert.equal(`${answer.status} ${answer.state}`, foreseen)
  })
  stage.processor.fault = 'none'
  await shadow.observe(stage)
}

type Batch = { orders: number[]; fault: Fault; death: Death; isTwice: boolean }

async function batch(shadow: Shadow, stage: Stage, args: Batch): Promise<void> {
  const asked = args.orders.flatMap((nth) => orders[nth % orders.length] ?? [])
  const all = args.isTwice ? [...asked, ...asked] : asked
  for (const order of asked) {
    const name = nameOf(stage, order)
    if (!shadow.ids.has(name)) shadow.amounts.delete(name)
  }
  stage.processor.fault = args.fault
  await mortal({ shadow, stage }, args.death, async () => {
    const noted = async (order: Order) => {
      const answer = await ask(stage, order)
      if (answer) shadow.note(nameOf(stage, order), answer)
    }
    const done = await Promise.allSettled(all.map(noted))
    for (const one of done) if (one.status === 'rejected') throw one.reason
  })
  stage.processor.fault = 'none'
  shadow.count('batches')
  await shadow.observe(stage)
}

async function sweepOnce(shadow: Shadow, stage: Stage, death: Death): Promise<void> {
  await mortal({ shadow, stage }, death, () => sweep(stage.checkout))
  await shadow.observe(stage)
}

async function webhook(
  shadow: Shadow,
  stage: Stage,
  { nth, death }: { nth: number; death: Death },
): Promise<void> {
  const { events } = stage.processor
  const event = events[nth % Math.max(1, events.length)]
  if (!event) return
  await mortal({ shadow, stage }, death, () => stage.hear({}, Buffer.from(JSON.stringify(event))))
  shadow.count('webhooks')
  await shadow.observe(stage)
}

type GiveBack = { nth: number; part: boolean; refuses: boolean; fault: Fault; death: Death }

async function giveBack(shadow: Shadow, stage: Stage, args: GiveBack): Promise<void> {
  const paid = [...shadow.payments.values()].filter(({ status }) => status !== 'failed')
  const payment = paid[args.nth % Math.max(1, paid.length)]
  if (!payment) return
  const { id, cents, refunded, status, review } = payment
  const amount = args.part ? Math.ceil((cents - refunded) / 3) / 100 : undefined
  if (amount === 0) return
  stage.processor.fault = args.fault
  stage.processor.refuses = args.refuses
  await mortal({ shadow, stage }, args.death, async () => {
    const asked = { params: { id }, headers: {}, body: amount === undefined ? {} : { amount } }
    const given = await refund(stage.checkout, asked, stage.admin.id).catch(
      (error: unknown) => error,
    )
    if (stage.death.isDead) return
    const isGiven = isPayment(given)
    // All that the processor refused may be asked for again, and nothing else.
    if (status === 'refunding' && review !== null) {
      return shadow.count(`refunds asked for again: ${isGiven}`)
    }
    assert.equal(isGiven, status === 'succeeded' || status === 'partially_refunded')
    if (isGiven) shadow.count(args.part ? 'refunds in part' : 'refunds in full')
  })
  stage.processor.fault = 'none'
  stage.processor.refuses = false
  await shadow.observe(stage)
}

/** Whether a refund was begun; if it was not, the state of the payment did not allow it. */
function isPayment(given: unknown): boolean {
  const isGiven = typeof given === 'object' && given !== null && 'payment' in given
  assert.ok(isGiven || (given instanceof Problem && given.status === 409), `${given}`)
  return isGiven
}

async function scan(shadow: Shadow, stage: Stage, nth: number): Promise<void> {
  const sold = [...shadow.payments.values()].filter(({ code }) => code !== null)
  const payment = sold[nth % Math.max(1, sold.length)]
  if (!payment) return
  const { id, status } = payment
  const answer = await stage.world.put(`/payments/${id}/validate`, {}, { as: stage.admin })
  const isPaid = status === 'succeeded' || status === 'partially_refunded'
  const foreseen = !isPaid
    ? [409, 'refunded']
    : shadow.admitted.has(id)
      ? [409, 'already_validated']
      : [200, undefined]
  assert.deepEqual([answer.status, answer.body.code], foreseen)
  if (answer.status === 200) shadow.admitted.add(id)
  shadow.count(`scans ${answer.status}`)
  await shadow.observe(stage)
}

type Sync = { few: number; price: number; isTwoGone: boolean }

async function sync(shadow: Shadow, stage: Stage, { few, price, isTwoGone }: Sync): Promise<void> {
  const { entities, festival, world, admin } = stage
  const stocked = shadow.seen?.stock.find(({ id }) => id === entities.few)
  const isTooFew = stocked && stocked.sold + stocked.held > few
  const isThere = shadow.seen?.stock.some(({ id, archived }) => id === entities.two && !archived)
  const tickets = [
    { id: entities.few, name: 'few', price: price / 100, quantity: few },
    ...(isTwoGone || !isThere ? [] : [{ id: entities.two, name: 'two', price: 20, quantity: 2 }]),
    { id: entities.free, name: 'free', price: 0, quantity: 2 },
  ]
  const { status } = await world.put(`/festivals/${festival.id}`, { tickets }, { as: admin })
  assert.equal(status, isTooFew ? 409 : 200)
  shadow.count(`syncs ${status}`)
  await shadow.observe(stage)
}

async function cancelFestival(
  shadow: Shadow,
  { world, festival }: Stage,
  isMeant: boolean,
): Promise<void> {
  if (!isMeant) return
  const { db } = world
  const [id, cancelled_at] = [festival.id, new Date()]
  await db.updateTable('festivals').set({ cancelled_at }).where('id', '=', id).execute()
  shadow.isCancelled = true
  shadow.count('cancelled festivals')
}

export const [second, lease, hold, giveUp] = [1_000, 16_000, 601_000, 86_401_000]

let fresh = 0
/** Everything that is left of an order's tier is bought by others. */
async function soak(shadow: Shadow, stage: Stage, { what }: Order): Promise<void> {
  for (let nth = 0; nth < 3; nth++) {
    const asked = { user: nth, key: `soak ${fresh++}`, what, points: 0, method: methods.good }
    await buyOne(shadow, stage, { asked, fault: 'none', death: undefined })
  }
}

type Outage = { order: number; soaks: boolean; deaths: Death[] }

/**
 * The rare path: charged, the answer lost, the processor away for so long that what was held is given
 * up and perhaps sold to others; then it comes back, and the charge turns up.
 */
async function outage(shadow: Shadow, stage: Stage, args: Outage): Promise<void> {
  const { processor, clock } = stage
  const order = orders[args.order % orders.length]
  if (!order) return
  processor.isDown = false
  await buyOne(shadow, stage, { asked: order, fault: 'lost answer', death: undefined })
  processor.isDown = true
  clock.now += giveUp
  await sweepOnce(shadow, stage, undefined)
  processor.isDown = false
  if (args.soaks) await soak(shadow, stage, order)
  for (const death of args.deaths) {
    clock.now += lease
    await sweepOnce(shadow, stage, death)
  }
}

/** A request that arrives after everybody gave up: the fence has to hold it off. */
async function lateRequest(shadow: Shadow, stage: Stage, { order, deaths }: Outage): Promise<void> {
  const { processor, clock } = stage
  await buy(shadow, stage, { order, fault: 'late request', death: undefined, amount: undefined })
  clock.now += hold
  for (const death of deaths) {
    await sweepOnce(shadow, stage, death)
    clock.now += lease
  }
  processor.letArrive()
}

async function tick(_: Shadow, { clock }: Stage, ms: number): Promise<void> {
  clock.now += ms
}

const order = fc.nat(orders.length - 1)
const fault = fc.constantFrom<Fault>('none', 'none', 'none', 'none', ...faults)
const deathIn = (...points: Checkpoint[]) =>
  fc.constantFrom<Death>(undefined, undefined, undefined, undefined, ...points)
const buyingDeaths = deathIn(
  'C1 before reserve commits',
  'C2 reserved',
  'C3 charged',
  'C4 before settle commits',
  'C5 settled',
)
const sweepDeath = deathIn(
  'C4 before settle commits',
  'C6 asked',
  'C7 cancelled',
  'C8 before refund',
  'C9 refunded',
)
const hookDeath = deathIn('C4 before settle commits', 'C10 webhook settled')
const refundDeath = deathIn('C8 before refund', 'C9 refunded')
const someDeaths = fc.tuple(sweepDeath, sweepDeath)
const amount = fc.constantFrom(undefined, undefined, undefined, undefined, 1, prices.few)

const make =
  <Args>(name: string, act: Command<Args>['act']) =>
  (args: Args) =>
    new Command(name, args, act)

const buying = fc.record({ order, fault, death: buyingDeaths, amount }).map(make('Buy', buy))

export const commands = fc.commands<Shadow, Stage, false>(
  [
    buying,
    buying,
    buying,
    fc
      .record({
        orders: fc.array(order, { minLength: 2, maxLength: 5 }),
        fault,
        death: buyingDeaths,
        isTwice: fc.boolean(),
      })
      .map(make('Batch', batch)),
    sweepDeath.map(make('Sweep', sweepOnce)),
    fc.constantFrom(second, lease, hold, giveUp).map(make('Tick', tick)),
    fc.constantFrom(true, false, false).map(
      make('Down', async (_, { processor }, isDown) => {
        processor.isDown = isDown
      }),
    ),
    fc.constant('').map(
      make('Late', async (shadow, { processor }) => {
        if (processor.letArrive() > 0) shadow.count('late requests')
      }),
    ),
    fc.record({ nth: fc.nat(3), isGood: fc.boolean() }).map(
      make('Buyer', async (shadow, { processor }, { nth, isGood }) => {
        const outcome = isGood
          ? ({ state: 'succeeded' } as const)
          : ({ state: 'declined', reason: 'gave up' } as const)
        if (processor.answer(nth, outcome)) shadow.count('buyers answered')
      }),
    ),
    fc.record({ nth: fc.nat(20), death: hookDeath }).map(make('Webhook', webhook)),
    fc
      .record({
        nth: fc.nat(10),
        part: fc.boolean(),
        refuses: fc.constantFrom(false, false, false, true),
        fault,
        death: refundDeath,
      })
      .map(make('Refund', giveBack)),
    fc.nat(10).map(make('Scan', scan)),
    fc
      .record({
        few: fc.constantFrom(1, 3, 5),
        price: fc.constantFrom(prices.few, 1200),
        isTwoGone: fc.constantFrom(false, false, true),
      })
      .map(make('Sync', sync)),
    // Seldom, since nothing of it is sold any more.
    fc.constantFrom(true, false, false, false).map(make('CancelFestival', cancelFestival)),
    fc.record({ order, soaks: fc.boolean(), deaths: someDeaths }).map(make('Outage', outage)),
    fc
      .record({ order, soaks: fc.constant(false), deaths: someDeaths })
      .map(make('LateRequest', lateRequest)),
  ] as fc.Arbitrary<fc.AsyncCommand<Shadow, Stage>>[],
  { maxCommands: 18, size: 'max' },
)

/** Everything heals: what is under way comes to its end, whether webhooks arrive or not. */
export async function settleAll(
  shadow: Shadow,
  stage: Stage,
  withWebhooks: boolean,
): Promise<void> {
  const { processor, clock, checkout, hear } = stage
  processor.heal()
  for (let round = 0; round < 3; round++) {
    clock.now += hold
    while ((await sweep(checkout)) > 0);
    processor.letArrive()
    if (!withWebhooks || round > 0) continue
    for (const event of processor.events) {
      if (isId(event.key)) await hear({}, Buffer.from(JSON.stringify(event)))
    }
  }
  await shadow.observe(stage, true)
  for (const [name, { id, code }] of shadow.acknowledged) {
    const kept = shadow.payments.get(id)
    assert.ok(kept, `the acknowledged purchase ${name} is lost`)
    assert.equal(kept.code, code, `the ticket of ${name} is another one`)
  }
}
