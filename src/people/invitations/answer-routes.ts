import { Type } from 'typebox'
import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Id, Message } from '#platform/http/paging'
import { acceptByToken, acceptOwn } from './accept.ts'
import { withdrawInvitation } from './invite.ts'
import { listInvitations, provenEmail } from './queries.ts'
import { Acceptance, Invitation } from './schemas.ts'

type App = Parameters<Module>[0]

/** Routes that answer an invitation: as the account with its e-mail, or with the mailed token. */
export function answerInvitations(app: App) {
  answerOwn(app)
  answerByToken(app)
}

function answerOwn(app: App) {
  app.route({
    method: 'GET',
    url: '/users/i/invitations',
    config: { access: 'user', publishable: true },
    schema: {
      operationId: 'listOwnInvitations',
      summary: "Invitations to one's own e-mail, newest first; none while it is not confirmed",
      response: { 200: Type.Array(Invitation) },
    },
    handler: async (request) => {
      const email = await provenEmail(app.db, signedIn(request).id)
      return email === undefined ? [] : listInvitations(app.db, { email }, app.now())
    },
  })

  app.route({
    method: 'POST',
    url: '/invitations/:id/accept',
    config: {
      access: 'user',
      publishable: true,
      audit: 'invitation.accept',
      refuses: ['too_many', 'sign_in_again'],
    },
    schema: {
      operationId: 'acceptOwnInvitation',
      summary: "Accept an invitation to one's own confirmed e-mail; one's other tokens end",
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await acceptOwn(app, signedIn(request), request.params.id)
      return { message: 'Invitation accepted' }
    },
  })

  app.route({
    method: 'DELETE',
    url: '/invitations/:id',
    config: { access: 'user', audit: 'invitation.delete' },
    schema: {
      operationId: 'deleteInvitation',
      summary: 'Take an invitation back, or decline it with the e-mail it is for',
      params: Id,
      response: { 200: Message },
    },
    handler: async (request) => {
      await withdrawInvitation(app, signedIn(request), request.params.id)
      return { message: 'Invitation taken back' }
    },
  })
}

function answerByToken(app: App) {
  app.route({
    method: 'POST',
    url: '/invitations/accept',
    config: {
      access: 'client',
      publishable: true,
      maybeUser: true,
      audit: 'invitation.accept',
      refuses: [
        'other_account',
        'too_many',
        'sign_in_again',
        'second_factor_required',
        'too_many_failures',
      ],
    },
    schema: {
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation with the token that was mailed',
      description:
        'With a user token, for the account that is signed in. Without: an account with a confirmed e-mail keeps its password, another needs a new one; where there is none, firstName, lastName and password make it. Tokens from before end.',
      body: Acceptance,
      response: { 200: Message },
    },
    handler: async (request) => {
      await acceptByToken(app, request.user, request.body)
      return { message: request.user ? 'Invitation accepted' : 'Invitation accepted: sign in' }
    },
  })
}
