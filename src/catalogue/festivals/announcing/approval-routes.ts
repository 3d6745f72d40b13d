/** Decides which organizers may sell and announce. Part of this module, since an approval sends the announcements of festivals. */
import { Type } from 'typebox'
import { Organizer } from '#catalogue/organizers'
import { signedIn } from '#core/access'
import { partOf } from '#platform/http/cursors'
import { type Module } from '#platform/http/infrastructure'
import { capped, Id, Slug } from '#platform/http/paging'
import {
  Announcer,
  AnnouncerPath,
  AnnouncersQuery,
  Approval,
  mostAnnouncers,
} from '../model/announcer-schemas.ts'
import { decideAnnouncer, listAnnouncers } from './announcers.ts'
import { approveOrganizer } from './approval.ts'
import { freedJob, sendFreed } from './approved.ts'

type App = Parameters<Module>[0]

export function approvals(app: App): void {
  app.jobs.work(freedJob, () => sendFreed(app))
  // For organizers approved from the command line, which adds no job.
  app.jobs.cron('freed-announcements', '* * * * *', () => sendFreed(app))
  organizersApproval(app)
  announcers(app)
}

function organizersApproval(app: App) {
  app.route({
    method: 'PUT',
    url: '/organizers/:id/approved',
    config: { access: 'user', permission: 'manage_catalog', audit: 'organizer.approve' },
    schema: {
      operationId: 'approveOrganizer',
      summary: 'Approve an organizer, or take that back',
      description:
        'Once approved it may sell where only approved ones may, and announces without limit and for every artist: what waited for that is sent to followers within seconds. Its managers are notified.',
      params: Slug,
      body: Approval,
      response: { 200: Organizer },
    },
    handler: ({ params, body }) => {
      const { db, bus, config, jobs } = app
      return approveOrganizer({ db, bus, config, jobs, now: app.now() }, params.id, body.approved)
    },
  })
}

function announcers(app: App) {
  app.route({
    method: 'GET',
    url: '/artists/:id/announcers',
    config: { access: 'user', refuses: [403], answersWith: ['Link'] },
    schema: {
      operationId: 'listAnnouncers',
      summary:
        'Organizers that may, or would like to, announce for an artist; those who wait first',
      params: Id,
      querystring: AnnouncersQuery,
      response: { 200: Type.Array(Announcer) },
    },
    handler: async (request, reply) => {
      const asked = { artist_id: request.params.id, user: signedIn(request) }
      return partOf({ request, reply }, capped(request.query, mostAnnouncers), {
        order: ['boolean', 'text', 'text'],
        find: (part) => listAnnouncers(app.db, asked, part),
        keysOf: ({ approved, organizer }) => [approved !== null, organizer.name, organizer.id],
      })
    },
  })

  app.route({
    method: 'PUT',
    url: '/artists/:id/announcers/:organizerId',
    config: { access: 'user', audit: 'artist.decide_announcer', refuses: [403] },
    schema: {
      operationId: 'decideAnnouncer',
      summary: 'Let an organizer announce for an artist, or refuse',
      description:
        'Approved: what waits is sent to the followers of the artist within seconds. Refused: it is dropped, and the organizer does not ask again. An approved organizer, and one that the owner of the artist manages, needs none.',
      params: AnnouncerPath,
      body: Approval,
      response: { 200: Announcer },
    },
    handler: (request) => {
      const { id: artist_id, organizerId: organizer_id } = request.params
      const asked = { artist_id, user: signedIn(request) }
      return decideAnnouncer(app, asked, { organizer_id, approved: request.body.approved })
    },
  })
}
