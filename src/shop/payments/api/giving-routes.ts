import { requireGiver } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import { countFailure, pairOf } from '#identity/auth'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { created } from '#platform/http/requests/idempotency'
import { keyOfCode } from '#shop/vouchers'
import { Complimentary, giveComplimentary, NewComplimentary } from '../box-office/complimentary.ts'
import type { Checkout } from '../charging/checkout.ts'
import { toPaymentForStaff } from '../model/queries.ts'
import { ofVouchers } from '../model/refusals.ts'
import { checkVoucher, VoucherCheck, VoucherCheckQuery } from '../reserving/voucher-check.ts'
import { countingGuesses } from './voucher-guesses.ts'

type App = Parameters<Module>[0]

/** The most gifts of one user in 15 minutes, each a mail to an address of their choice; after that the user has to wait. */
const mostGifts = 100
const giving = {
  name: 'complimentary',
  code: 'too_many_requests',
  error: 'Too many complimentary tickets',
} as const

/** Routes that check a voucher code, and that give complimentary tickets. */
export function givingAway(app: App, checkout: Checkout) {
  app.route({
    method: 'GET',
    url: '/festivals/:id/vouchers/check',
    config: { access: 'user', publishable: true, guests: true, refuses: ofVouchers },
    schema: {
      operationId: 'checkVoucher',
      summary: 'What the code of a voucher gives at a festival, with the hidden tiers it opens',
      description:
        'Wrong codes are counted by user and by network: after too many each has to wait.',
      params: Id,
      querystring: VoucherCheckQuery,
      response: { 200: VoucherCheck },
    },
    handler: (request) => {
      const key = keyOfCode(request.query.code)
      return countingGuesses(app, { request, key }, () =>
        checkVoucher(app.db, { festivalId: request.params.id, key, now: app.now() }),
      )
    },
  })

  app.route({
    method: 'POST',
    url: '/festivals/:id/complimentary',
    config: {
      access: 'user',
      audit: 'payment.give',
      idempotent: true,
      refuses: [403, 'not_on_sale', 'sold_out', 'too_many_requests'],
    },
    schema: {
      operationId: 'giveComplimentary',
      summary: 'Give tickets or places to sleep for nothing to the owner of an e-mail, by mail',
      description:
        'They are taken from the stock, and count for no limit and as no money. The answer does not tell whether there is an account with this e-mail.',
      params: Id,
      body: NewComplimentary,
      response: { 201: Complimentary },
    },
    handler: async (request, reply) => {
      const { id: givenBy } = signedIn(request)
      const { id: festivalId } = await requireGiver(app.db, signedIn(request), request.params.id)
      const pair = pairOf(`complimentary of ${givenBy}`, '')
      await countFailure(app.db, { pair, limit: mostGifts, now: app.now(), kind: giving })
      return created(request, reply, async (db) => {
        const gift = { ...request.body, festivalId, givenBy }
        const { id, payments } = await giveComplimentary({ ...checkout, db }, gift)
        return { id, payments: payments.map(toPaymentForStaff) }
      })
    },
  })
}
