import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'
import { compose } from '#platform/outgoing/compose'
import type { Mail } from '#platform/outgoing/mail'
import type { Disabled } from './deliveries.ts'

/** The job that sends the mail about a disabled endpoint. */
const job = 'tell-of-disabled-webhook'

type Told = { id: string; reason: Disabled['reason']; host: string; created_by: string }

/** Logs that an endpoint is disabled, and adds the job that mails its creator. */
export async function tellOfDisabling(
  { jobs, log }: Pick<Infrastructure, 'jobs'> & { log: FastifyBaseLogger },
  trx: Database,
  { id, reason, url, created_by }: Disabled & { id: string },
): Promise<void> {
  log.warn({ webhook: id, reason }, 'a webhook is disabled')
  // Of the address only its host: the rest may be a secret.
  const { host = '' } = URL.parse(url) ?? {}
  if (created_by !== null) await jobs.add(trx, job, { id, reason, host, created_by })
}

/** Sends those mails. */
export function mailDisabled({ jobs, mailer, work }: Infrastructure): void {
  jobs.work<Told>(job, async ({ created_by, ...told }) => {
    const user = await work
      .selectFrom('users')
      .select('email')
      .where('id', '=', created_by)
      .where('erased_at', 'is', null)
      .where('suspended_at', 'is', null)
      .executeTakeFirst()
    if (user?.email) await mailer.send(mailTo(user.email, told))
  })
}

function mailTo(to: string, { id, reason, host }: Omit<Told, 'created_by'>): Mail {
  const why = {
    gone: 'It has answered 410: it says that it is there no more.',
    failing: 'No request to it has succeeded for three days.',
  }
  return compose({
    to,
    subject: 'A webhook is disabled',
    parts: [
      `Your webhook at ${host} is disabled and gets no more events. ${why[reason]}`,
      'Its id is',
      { copy: id },
      'What happens meanwhile is kept for 30 days. When the receiver works again, enable the webhook, and replay what has failed and what was missed.',
    ],
    reason: 'You get this mail because you made the webhook.',
  })
}
