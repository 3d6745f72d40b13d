import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { amount, letter } from '#messaging/mail'
import type { Infrastructure } from '#platform/http/infrastructure'
import { type Mail, post } from '#platform/outgoing/mail'
import { digest, newSecret } from '#platform/secrets/tokens'
import { daysValid } from './invite.ts'
import type { Invitation } from './schemas.ts'

type Post = Pick<Infrastructure, 'db' | 'mailer' | 'now' | 'config'> & {
  log: Pick<FastifyBaseLogger, 'info'>
}
type Sent = {
  kind: Invitation['kind']
  email: string
  granted_right: string | null
  member_role: string | null
  language: string | null
}

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
    returning kind, email, granted_right, member_role,
              (select language from users u where u.email_key = i.email_key) as language`.execute(
    db,
  )
  const [sent] = rows
  if (!sent) return {}
  return post({ mailer, log }, invitationMail(config, sent, token))
}

/** Contains no text that a user could have chosen, not even a name, so that it cannot carry a message. */
function invitationMail(
  config: Post['config'],
  { kind, email, granted_right, member_role, language }: Sent,
  token: string,
): Mail {
  const isAdmin = granted_right === 'admin'
  const params = {
    token,
    days: amount(daysValid),
    manager: kind === 'manager' ? kind : undefined,
    accountant: member_role === 'accountant' ? member_role : undefined,
    sales: member_role === 'sales' ? member_role : undefined,
    editor: member_role === 'editor' ? member_role : undefined,
    gateStaff: kind === 'gate_staff' ? kind : undefined,
    admin: isAdmin ? granted_right : undefined,
    permission: kind === 'right' && !isAdmin ? (granted_right ?? undefined) : undefined,
  }
  return letter(config, 'invitation', { to: email, language, params })
}
