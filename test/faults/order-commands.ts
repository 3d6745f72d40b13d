/** What can happen to a shop that sells orders, one step after the other. */
import fc from 'fast-check'
import { baskets, vouchers } from './baskets.ts'
import {
  around,
  buyingDeaths,
  deathIn,
  fault,
  make,
  payingDeaths,
  refundDeath,
  refunding,
  sweepDeath,
} from './commands.ts'
import { waitAndBuy } from './order-lines.ts'
import { abandonPlaced, cancelLine, payOrder, place, priceAnew, refundAll } from './order-steps.ts'
import { payments } from './orders.ts'
import type { Shadow } from './shadow.ts'
import type { Stage } from './stage.ts'
import { cancelFestival, dispute, giveBack } from './steps.ts'
import { admit, buyOffer, giveToNext, handOn, join, offerAll } from './ticket-steps.ts'

const nth = fc.nat(11)
const ordering = fc
  .record({ nth: fc.nat(baskets.length - 1), fault, death: buyingDeaths })
  .map(make('Order', place))
const buying = fc
  .record({ nth, isAll: fc.boolean(), hasBed: fc.boolean(), fault, death: buyingDeaths })
  .map(make('BuyOffer', buyOffer))
const waiting = fc
  .record({
    user: fc.nat(2),
    what: fc.constantFrom('few' as const, 'two' as const),
    quantity: fc.constantFrom(1, 1, 2),
  })
  .map(make('Join', join))
const returning = fc
  .record({ nth, isKept: fc.constantFrom(false, false, true) })
  .map(make('GiveToNext', giveToNext))
const line = fc
  .record({
    user: fc.nat(2),
    isReturned: fc.constantFrom(true, true, false),
    isUsed: fc.constantFrom(true, false, false),
    hasBed: fc.constantFrom(true, false, false),
    fault,
    death: buyingDeaths,
    later: fc.tuple(sweepDeath, sweepDeath),
  })
  .map(make('Line', waitAndBuy))
const offering = fc.constant('').map(make('Offer', offerAll))

export const orderCommands = fc.commands<Shadow, Stage, false>(
  [
    ordering,
    ordering,
    ordering,
    ordering,
    waiting,
    returning,
    offering,
    buying,
    line,
    line,
    ...around,
    fc
      .record({ order: nth, nth: fc.nat(payments.length - 1), fault, death: payingDeaths })
      .map(make('Pay', payOrder)),
    fc
      .record({
        nth,
        voucher: fc.constantFrom(vouchers.half, vouchers.four, undefined),
        death: deathIn('C7 cancelled', 'C4 before settle commits', 'C1 before reserve commits'),
      })
      .map(make('PriceAnew', priceAnew)),
    fc
      .record({ nth, death: deathIn('C7 cancelled', 'C4 before settle commits') })
      .map(make('GiveUp', abandonPlaced)),
    fc
      .record({ nth, part: fc.boolean(), refunding, fault, death: refundDeath })
      .map(make('Refund', giveBack)),
    fc.record({ nth, refunding, fault, death: refundDeath }).map(make('RefundOrder', refundAll)),
    fc.record({ nth, refunding, fault, death: refundDeath }).map(make('CancelLine', cancelLine)),
    fc
      .record({
        nth,
        status: fc.constantFrom('open', 'open', 'won', 'lost'),
        death: deathIn('C4 before settle commits', 'C8 before refund', 'C9 refunded'),
      })
      .map(make('Dispute', dispute)),
    fc.record({ nth, to: fc.nat(2) }).map(make('HandOn', handOn)),
    fc.record({ nth }).map(make('Admit', admit)),
    fc
      .constantFrom(true, false, false, false, false, false)
      .map(make('CancelFestival', cancelFestival)),
  ] as fc.Arbitrary<fc.AsyncCommand<Shadow, Stage>>[],
  { maxCommands: 24, size: 'max' },
)
