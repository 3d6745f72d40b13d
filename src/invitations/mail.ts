import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { mailOrigin } from '#platform/config/mail-origin'
import type { Infrastructure } from '#platform/http/infrastructure'
import { compose } from '#platform/outgoing/compose'
import { type Mail, post } from '#platform/outgoing/mail'
import { digest, newSecret } from '#platform/secrets/tokens'
import type { Invitation } from './schemas.ts'

type Post = Pick<Infrastructure, 'db' | 'mailer' | 'now' | 'config'> & {
  log: Pick<FastifyBaseLogger, 'info'>
}
type Sent = { kind: Invitation['kind']; email: string; granted_right: string | null }

/**
 * The job `invitation`: mails a pending invitation with a token, which is created here so that it is
 * stored nowhere but in the mail. A second run creates another token, which replaces the first. A
 * suspended account gets no mail.
 */
export async function mailInvitation(
  { db, mailer, now, config, log }: Post,
  id: string,
): Promise<{ file?: string }> {
  const token = newSecret('fst_invitation')
  const { rows } = await sql<Sent>`
    update invitations i set hash = ${digest(token)}
    where id = ${id} and ended_at is null and expires_at > ${now()}
      and not exists (
        select from users u where u.email_key = i.email_key and u.suspended_at is not null)
    returning kind, email, granted_right`.execute(db)
  const [sent] = rows
  if (!sent) return {}
  return post({ mailer, log }, invitationMail(sent, token, mailOrigin(config)))
}

function offerIn({ kind, granted_right }: Sent): string {
  if (kind === 'manager') return 'to manage an organizer of festivals'
  if (kind === 'gate_staff') return 'to work at the gate of a festival'
  return granted_right === 'admin'
    ? 'to be an administrator of the service'
    : `to hold the permission ${granted_right}`
}

/**
 * Contains no words that a user could have chosen, not even a name, so that it cannot carry a message.
 */
function invitationMail(sent: Sent, token: string, origin: string | undefined): Mail {
  const url = `${origin}/console/#invitation=${token}`
  const byToken = 'enter this token in the app you use:'
  return compose({
    to: sent.email,
    subject: 'You are invited',
    parts: [
      `You are invited ${offerIn(sent)}.`,
      ...(origin
        ? [{ label: 'Accept the invitation', url }, `Or ${byToken}`]
        : [`To accept, ${byToken}`]),
      { copy: token },
      'It works once, for 7 days. Apps send it as JSON (token) with POST to',
      { copy: `${origin ?? ''}/invitations/accept` },
    ],
    reason: 'If you did not expect this, ignore this mail: nothing happens until you accept.',
  })
}
