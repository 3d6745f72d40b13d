import { signedIn } from '#core/access'
import { deleteOldEntries } from '#platform/database/signing'
import { type Module } from '#platform/http/infrastructure'
import { capped } from '#platform/http/paging'
import { forbidden } from '#platform/values/errors'
import { listEntries } from './queries.ts'
import { AuditEntries, AuditQuery, mostEntries } from './schemas.ts'

export const audit: Module = async (app) => {
  app.jobs.cron('forget-audit', '37 3 * * *', () =>
    deleteOldEntries(app.work, { now: app.now(), days: app.config.AUDIT_DAYS }),
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
