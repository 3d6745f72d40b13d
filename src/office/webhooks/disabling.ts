import type { FastifyBaseLogger } from 'fastify'
import { letter } from '#messaging/mail'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import type { Disabled } from './deliveries.ts'

/** The job that sends the mail about a disabled endpoint. */
const job = 'tell-of-disabled-webhook'

type DisabledNotice = { id: string; reason: Disabled['reason']; host: string; created_by: string }

/** Logs that an endpoint is disabled, and adds the job that mails its creator. */
export async function notifyOfDisabling(
  { jobs, log }: Pick<Infrastructure, 'jobs'> & { log: FastifyBaseLogger },
  trx: Database,
  { id, reason, url, created_by }: Disabled & { id: string },
): Promise<void> {
  log.warn({ webhook: id, reason }, 'a webhook was disabled')
  // Only the host of the address: the rest may be a secret.
  const { host = '' } = URL.parse(url) ?? {}
  if (created_by !== null) await jobs.add(trx, job, { id, reason, host, created_by })
}

/** Sends the mails about disabled endpoints. */
export function mailDisabled({ jobs, mailer, work, config }: Infrastructure): void {
  jobs.work<DisabledNotice>(job, async ({ created_by, reason, ...mailParams }) => {
    const user = await work
      .selectFrom('users')
      .select(['email', 'language'])
      .where('id', '=', created_by)
      .where('erased_at', 'is', null)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
    const params = { ...mailParams, gone: undefined, failing: undefined, [reason]: reason }
    if (user?.email) {
      await mailer.send(
        letter(config, 'webhookDisabled', { to: user.email, language: user.language, params }),
      )
    }
  })
}
