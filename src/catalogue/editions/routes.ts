import { by, Festival } from '#catalogue/festivals'
import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id } from '#platform/http/paging'
import { createdWithCopies } from '#platform/http/requests/idempotency'
import { createEdition, readEdition } from './duplicate.ts'
import { NextEdition } from './schemas.ts'

/** The next edition of a festival (docs/contract, section 4.16). */
export const editions: Module = async (app) => {
  app.route({
    method: 'POST',
    url: '/festivals/:id/duplicate',
    config: {
      idempotent: true,
      access: 'user',
      slow: true,
      audit: 'festival.duplicate',
      refuses: [403, 'store_away'],
    },
    schema: {
      operationId: 'duplicateFestival',
      summary: 'Make the next edition of a festival: a draft with its places, tickets and terms',
      description:
        'Accommodations and pictures too. Not its line-up, its vouchers, its gates, nor anything that was sold. Tiers and accommodations that were deleted stay away.',
      params: Id,
      body: NextEdition,
      response: { 201: Festival },
    },
    handler: async (request, reply) => {
      const user = by(app, signedIn(request))
      const edition = await readEdition(user, request.params.id)
      const { festival, stays } = edition
      return createdWithCopies(request, reply, {
        of: [festival.photo, festival.site_plan, ...stays.map(({ photo }) => photo)],
        create: (db, photos) =>
          createEdition({ ...user, db }, edition, { given: request.body, photos }),
      })
    },
  })
}
