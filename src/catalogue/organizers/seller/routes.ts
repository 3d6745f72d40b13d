import { signedIn } from '#core/access'
import { type Module } from '#platform/http/infrastructure'
import { Slug } from '#platform/http/paging'
import { Seller, SellerChange } from './schemas.ts'
import { changeSeller, readSeller } from './seller.ts'

export const sellers: Module = async (app) => {
  app.route({
    method: 'GET',
    url: '/organizers/:id/seller',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'getSeller',
      summary:
        'What invoices and transfers say of an organizer; for its managers, accountants and admins',
      params: Slug,
      response: { 200: Seller },
    },
    handler: (request) => readSeller({ db: app.db, user: signedIn(request) }, request.params.id),
  })

  app.route({
    method: 'PUT',
    url: '/organizers/:id/seller',
    config: { access: 'user', audit: 'organizer.set_seller', confirms: true, refuses: [403] },
    schema: {
      operationId: 'updateSeller',
      summary: 'Change what invoices and transfers say of an organizer',
      params: Slug,
      body: SellerChange,
      response: { 200: Seller },
    },
    handler: (request) =>
      changeSeller(
        { db: app.db, user: signedIn(request) },
        { id: request.params.id, change: request.body },
      ),
  })
}
