import { invite, mailInvitation, nowhere } from '#people/invitations'
import type { Config } from '#platform/config/variables'
import { asSystem } from '#platform/database/signing'
import type { Database } from '#platform/database/tables'
import { createMailer } from '#platform/outgoing/mail'

/**
 * Offers a right to an e-mail on the operator's word and mails it at once: the service need not run. `file`:
 * location of the mail without SMTP.
 */
export async function inviteByOperator(
  { db, config }: { db: Database; config: Config },
  email: string,
  right: string,
): Promise<{ expires_at: Date; file?: string }> {
  const now = () => new Date()
  const offering = { ...nowhere, granted_right: right, email, by: null }
  const { invitation } = await asSystem('invitation.create', () => invite({ db, now }, offering))
  const { id, expires_at } = invitation
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR } = config
  const mailer = createMailer({ smtpUrl, from, folder: `${DATA_DIR}/mail` })
  try {
    const log = { info: () => {} }
    return { expires_at, ...(await mailInvitation({ db, config, mailer, now, log }, id)) }
  } finally {
    mailer.close()
  }
}
