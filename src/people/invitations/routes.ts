import type { FastifyContextConfig } from 'fastify'
import { Type } from 'typebox'
import { requireRefunder } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import { type Module } from '#platform/http/infrastructure'
import { Id, Slug } from '#platform/http/paging'
import { created } from '#platform/http/requests/idempotency'
import { rateLimitHeaders } from '#platform/values/rate-limit'
import { answerInvitations } from './answer-routes.ts'
import { deleteOldInvitations, invite } from './invite.ts'
import { mailInvitation } from './mail.ts'
import { listInvitations } from './queries.ts'
import { nowhere, requireInviter, type Target } from './rights.ts'
import { Invitation, NewInvitation, NewMemberInvitation, NewRightInvitation } from './schemas.ts'

type App = Parameters<Module>[0]
/** The part of a request that the routes below need. */
type InvitationRequest = Parameters<typeof created>[0]

export const invitations: Module = async (app) => {
  inviteManagers(app)
  inviteMembers(app)
  inviteStaff(app)
  inviteToRights(app)
  answerInvitations(app)
  app.jobs.work<{ id: string }>('invitation', async ({ id }) => {
    await mailInvitation(app, id)
  })
  app.jobs.cron('forget-invitations', '37 3 * * *', () => deleteOldInvitations(app.work, app.now()))
}

const inviting: FastifyContextConfig = {
  access: 'user',
  audit: 'invitation.create',
  confirms: true,
  idempotent: true,
  refuses: [403, 'too_many_pending', 'too_many_invitations'],
  answersWith: ['RateLimit-Policy', 'RateLimit'],
}

const sameAnswerNote =
  'The answer is the same whether there is an account with this e-mail or not. Nothing is given until it is accepted; again for the same e-mail, the invitation is renewed and mailed anew.'

/** Creates an invitation if the caller may invite there, and adds the job that mails it. */
function inviteTo(
  request: InvitationRequest,
  reply: Parameters<typeof created>[1],
  { email, ...to }: Target & { email: string },
) {
  const { server: app } = request
  const user = signedIn(request)
  return created(request, reply, async (db) => {
    await requireInviter(db, user, to)
    const { invitation, left } = await invite({ db, now: app.now }, { ...to, email, by: user.id })
    await app.jobs.add(db, 'invitation', { id: invitation.id })
    for (const [name, value] of Object.entries(rateLimitHeaders(left))) reply.header(name, value)
    return invitation
  })
}

async function pendingFor(app: App, request: InvitationRequest, target: Target) {
  await requireInviter(app.db, signedIn(request), target)
  return listInvitations(app.db, { target }, app.now())
}

function inviteManagers(app: App) {
  app.route({
    method: 'POST',
    url: '/organizers/:id/managers',
    config: inviting,
    schema: {
      operationId: 'addOrganizerManager',
      summary: 'Invite a manager, by e-mail; for managers of the organizer and admins',
      description: sameAnswerNote,
      params: Slug,
      body: NewInvitation,
      response: { 201: Invitation },
    },
    handler: (request, reply) =>
      inviteTo(request, reply, {
        ...nowhere,
        organizer_id: request.params.id,
        email: request.body.email,
      }),
  })

  app.route({
    method: 'GET',
    url: '/organizers/:id/invitations',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listOrganizerInvitations',
      summary: 'Who is invited to manage an organizer, or to a role in it, newest first',
      params: Slug,
      response: { 200: Type.Array(Invitation) },
    },
    handler: (request) => pendingFor(app, request, { ...nowhere, organizer_id: request.params.id }),
  })
}

function inviteMembers(app: App) {
  app.route({
    method: 'POST',
    url: '/organizers/:id/members',
    config: inviting,
    schema: {
      operationId: 'addOrganizerMember',
      summary: 'Invite to a role in an organizer, by e-mail; for its managers and admins',
      description: `${sameAnswerNote} A manager who accepts stays a manager.`,
      params: Slug,
      body: NewMemberInvitation,
      response: { 201: Invitation },
    },
    handler: (request, reply) => {
      const { email, role, may_refund = false } = request.body
      requireRefunder({ role, may_refund })
      const to = { ...nowhere, member_of: request.params.id, member_role: role, may_refund }
      return inviteTo(request, reply, { ...to, email })
    },
  })
}

function inviteStaff(app: App) {
  app.route({
    method: 'POST',
    url: '/festivals/:id/gate-staff',
    config: inviting,
    schema: {
      operationId: 'addGateStaff',
      summary: "Invite to work at a festival's gate, by e-mail",
      description: sameAnswerNote,
      params: Id,
      body: NewInvitation,
      response: { 201: Invitation },
    },
    handler: (request, reply) =>
      inviteTo(request, reply, {
        ...nowhere,
        festival_id: request.params.id,
        email: request.body.email,
      }),
  })

  app.route({
    method: 'GET',
    url: '/festivals/:id/invitations',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listFestivalInvitations',
      summary: "Who is invited to work at a festival's gate, newest first",
      params: Id,
      response: { 200: Type.Array(Invitation) },
    },
    handler: (request) => pendingFor(app, request, { ...nowhere, festival_id: request.params.id }),
  })
}

function inviteToRights(app: App) {
  app.route({
    method: 'POST',
    url: '/users/invitations',
    config: inviting,
    schema: {
      operationId: 'inviteToRight',
      summary: 'Invite to the role admin or a permission, by e-mail; admins alone',
      description: sameAnswerNote,
      body: NewRightInvitation,
      response: { 201: Invitation },
    },
    handler: (request, reply) =>
      inviteTo(request, reply, {
        ...nowhere,
        granted_right: request.body.right,
        email: request.body.email,
      }),
  })

  app.route({
    method: 'GET',
    url: '/users/invitations',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listRightInvitations',
      summary: 'Who is invited to the role admin or a permission, newest first; admins alone',
      response: { 200: Type.Array(Invitation) },
    },
    handler: async (request) => {
      await requireInviter(app.db, signedIn(request), nowhere)
      return listInvitations(app.db, { isRight: true }, app.now())
    },
  })
}
