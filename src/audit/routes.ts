import { forgetOldEntries } from '#platform/audit'
import { signedIn } from '#platform/callers'
import { forbidden } from '#platform/errors'
import { capped, type Room } from '#platform/http'
import { listEntries } from './queries.ts'
import { AuditEntries, AuditQuery, mostEntries } from './schemas.ts'

export const audit: Room = async (app) => {
  app.jobs.every('forget-audit', '37 3 * * *', () =>
    forgetOldEntries(app.work, { now: app.now(), days: app.config.AUDIT_DAYS }),
  )

  app.route({
    method: 'GET',
    url: '/audit',
    config: { access: 'user', refuses: [403] },
    schema: {
      operationId: 'listAuditEntries',
      summary: 'Who changed what, newest first; for admins',
      description:
        'What staff, managers and admins change, password changes and erased accounts. Purchases, admissions and events have records of their own. No secret, and nothing of a person but ids.',
      querystring: AuditQuery,
      response: { 200: AuditEntries },
    },
    handler: async (request) => {
      if (!signedIn(request).isAdmin) throw forbidden('Only admins may read the audit log')
      return listEntries(app.db, capped(request.query, mostEntries))
    },
  })
}
