/** What can happen to a shop, one step after the other. */
import fc from 'fast-check'
import type { Failpoint } from '../../src/shop/payments/model/failpoints.ts'
import { type Fault, faults, gaveUp, refundCourses } from './faulty-processor.ts'
import { holds, orders, payments } from './orders.ts'
import type { Shadow } from './shadow.ts'
import { prices, type Stage } from './stage.ts'
import {
  cancelFestival,
  dispute,
  endRefund,
  giveBack,
  giveBackOwn,
  giveUpAfter,
  hold,
  lateRequest,
  lease,
  outage,
  scan,
  second,
  sweepOnce,
  sync,
  tick,
  webhook,
} from './steps.ts'
import { batch, buy, type Death } from './steps-buying.ts'
import { abandonOwn, holdOwn, payHeld, retry } from './steps-holding.ts'

/** A named step with its arguments, so that a history is readable. */
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

const order = fc.nat(orders.length - 1)
export const fault = fc.constantFrom<Fault>('none', 'none', 'none', 'none', ...faults)
export const deathIn = (...points: Failpoint[]) =>
  fc.constantFrom<Death>(undefined, undefined, undefined, undefined, ...points)
export const buyingDeaths = deathIn(
  'C1 before reserve commits',
  'C2 reserved',
  'C3 charged',
  'C4 before settle commits',
  'C5 settled',
)
export const payingDeaths = deathIn(
  'C1 before reserve commits',
  'C2 reserved',
  'C3 charged',
  'C7 cancelled',
  'C4 before settle commits',
  'C5 settled',
)
export const sweepDeath = deathIn(
  'C4 before settle commits',
  'C6 asked',
  'C7 cancelled',
  'C8 before refund',
  'C9 refunded',
)
const hookDeath = deathIn('C4 before settle commits', 'C10 webhook settled')
export const refundDeath = deathIn('C8 before refund', 'C9 refunded')
export const refunding = fc.constantFrom(...refundCourses)
const someDeaths = fc.tuple(sweepDeath, sweepDeath)
const amount = fc.constantFrom(undefined, undefined, undefined, undefined, 1, prices.few)

export const make =
  <Args>(name: string, act: Command<Args>['act']) =>
  (args: Args) =>
    new Command(name, args, act)

const buying = fc.record({ order, fault, death: buyingDeaths, amount }).map(make('Buy', buy))

const paying = fc
  .record({ hold: fc.nat(9), nth: fc.nat(payments.length - 1), fault, death: payingDeaths })
  .map(make('Pay', payHeld))

/** What the world around a shop does: time, the processor, and the sweeper. */
export const around = [
  sweepDeath.map(make('Sweep', sweepOnce)),
  fc.constantFrom(second, lease, hold, giveUpAfter).map(make('Tick', tick)),
  fc.record({ nth: fc.nat(20), death: hookDeath }).map(make('Webhook', webhook)),
  fc.nat(5).map(make('RefundEnds', endRefund)),
  fc.constantFrom(true, false, false).map(
    make('Down', async (_, { processor }, isDown) => {
      processor.isDown = isDown
    }),
  ),
  fc.record({ nth: fc.nat(3), isGood: fc.boolean() }).map(
    make('Buyer', async (shadow, { processor }, { nth, isGood }) => {
      const outcome = isGood
        ? ({ state: 'succeeded' } as const)
        : ({ state: 'declined', reason: gaveUp } as const)
      const isAttempt = (key: string) => shadow.attempts.has(key)
      if (processor.answer(nth, outcome, isAttempt)) shadow.count('buyers answered')
    }),
  ),
]

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
    fc.nat(holds.length - 1).map(make('Hold', holdOwn)),
    paying,
    paying,
    ...around,
    fc
      .record({ nth: fc.nat(10), death: deathIn('C7 cancelled', 'C4 before settle commits') })
      .map(make('GiveUp', abandonOwn)),
    fc.constant('').map(
      make('Late', async (shadow, { processor }) => {
        if (processor.letArrive() > 0) shadow.count('late requests')
      }),
    ),
    fc
      .record({
        nth: fc.nat(10),
        part: fc.boolean(),
        refunding,
        fault,
        death: refundDeath,
      })
      .map(make('Refund', giveBack)),
    fc
      .record({
        nth: fc.nat(10),
        refunding,
        fault,
        death: refundDeath,
      })
      .map(make('GiveBackOwn', giveBackOwn)),
    fc
      .record({
        nth: fc.nat(10),
        status: fc.constantFrom('open', 'open', 'won', 'lost'),
        death: deathIn('C4 before settle commits', 'C8 before refund', 'C9 refunded'),
      })
      .map(make('Dispute', dispute)),
    fc.nat(10).map(make('Scan', scan)),
    fc
      .record({
        few: fc.constantFrom(1, 3, 5),
        price: fc.constantFrom(prices.few, 1200),
        isTwoGone: fc.constantFrom(false, false, true),
      })
      .map(make('Sync', sync)),
    // Rare, since nothing of it is sold afterwards.
    fc.constantFrom(true, false, false, false).map(make('CancelFestival', cancelFestival)),
    fc.record({ order, soaks: fc.boolean(), deaths: someDeaths }).map(make('Outage', outage)),
    fc.record({ hold: fc.nat(9), deaths: someDeaths }).map(make('Retry', retry)),
    fc
      .record({ order, soaks: fc.constant(false), deaths: someDeaths })
      .map(make('LateRequest', lateRequest)),
  ] as fc.Arbitrary<fc.AsyncCommand<Shadow, Stage>>[],
  { maxCommands: 18, size: 'max' },
)
