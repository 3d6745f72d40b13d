import { Type } from 'typebox'
import { signedIn } from '#core/access'
import { transact } from '#platform/database/transactions'
import type { Module } from '#platform/http/infrastructure'
import { Message } from '#platform/http/paging'
import { Named, Nullable, OneOf } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'
import { findStandingAccess, reviewStandingAccess } from './standing-access.ts'

const StandingAccess = Type.Object(
  {
    kind: OneOf('StandingAccessKind', {
      calendar: 'The address of the user’s own calendar',
      gate_device: 'A device at the gate of a festival',
      till: 'A till of a box office',
      invitation: 'An invitation that the user has sent',
    }),
    name: Nullable(
      Type.String({
        description: 'Of the device, or the e-mail that is invited; null: a calendar has none',
        examples: ['North gate'],
      }),
    ),
    festival: Type.Union([Named('Harbour Nights 2027'), Type.Null()]),
    created_at: Timestamp,
  },
  { title: 'StandingAccess' },
)

const StandingAccessList = Type.Object({
  to_review: Type.Boolean({
    description:
      'Whether the password or the rights have changed, and the user has not said yet what is to stay',
  }),
  access: Type.Array(StandingAccess),
})

/** Standing access: it needs no password (docs/contract, section 2.14). */
export function standingAccess(app: Parameters<Module>[0]): void {
  const url = '/users/i/standing-access'

  app.route({
    method: 'GET',
    url,
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listStandingAccess',
      summary:
        'What opens something of the account without its password, newest first; 200 at most',
      response: { 200: StandingAccessList },
    },
    handler: (request) => findStandingAccess(app.db, { id: signedIn(request).id, now: app.now() }),
  })

  app.route({
    method: 'POST',
    url: `${url}/review`,
    config: { access: 'user', publishable: true, audit: 'user.review_access' },
    schema: {
      operationId: 'reviewStandingAccess',
      summary: 'Say whether it is to stay or to end, all of it',
      description:
        'Gate devices and tills that have ended work again once a manager answers for them: POST /festivals/:id/gate-devices/:deviceId/take-over.',
      body: Type.Object({ end: Type.Boolean({ examples: [false] }) }),
      response: { 200: Message },
    },
    handler: async (request) => {
      const { end } = request.body
      const { id } = signedIn(request)
      await transact(app.db, (db) =>
        reviewStandingAccess({ db, access: app.access, now: app.now }, { id, end }),
      )
      return { message: end ? 'All of it has ended' : 'All of it stays' }
    },
  })
}
