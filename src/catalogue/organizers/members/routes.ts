import { Type } from 'typebox'
import { signedIn } from '#core/access'
import type { Module } from '#platform/http/infrastructure'
import { Message, Slug } from '#platform/http/paging'
import { ManagerPath } from '../schemas.ts'
import { changeMember, listMembers, removeMember } from './members.ts'
import { Member, MemberChange } from './schemas.ts'

/** People with a role in an organizer beside manager (docs/contract, section 4.2). `invitations` invites them. */
export const members: Module = async (app) => {
  app.route({
    method: 'GET',
    url: '/organizers/:id/members',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listOrganizerMembers',
      summary: 'Who has a role in an organizer beside manager; for its managers and admins',
      params: Slug,
      response: { 200: Type.Array(Member) },
    },
    handler: (request) => listMembers(app.db, signedIn(request), request.params.id),
  })

  app.route({
    method: 'PUT',
    url: '/organizers/:id/members/:userId',
    config: {
      access: 'user',
      audit: 'organizer.change_member',
      confirms: true,
      refuses: [403],
    },
    schema: {
      operationId: 'updateOrganizerMember',
      summary: 'Change the role of a person in an organizer; for its managers and admins',
      description: 'A right that is given ends the tokens of the person.',
      params: ManagerPath,
      body: MemberChange,
      response: { 200: Member },
    },
    handler: (request) => {
      const { id, userId } = request.params
      return changeMember(app, signedIn(request), { id, userId, change: request.body })
    },
  })

  app.route({
    method: 'DELETE',
    url: '/organizers/:id/members/:userId',
    config: { access: 'user', audit: 'organizer.remove_member', confirms: true, refuses: [403] },
    schema: {
      operationId: 'removeOrganizerMember',
      summary: 'End the role of a person in an organizer, or one’s own',
      params: ManagerPath,
      response: { 200: Message },
    },
    handler: async (request) => {
      await removeMember(app.db, signedIn(request), request.params)
      return { message: 'Member removed' }
    },
  })
}
