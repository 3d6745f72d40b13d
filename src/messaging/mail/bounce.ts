/** Reports of undeliverable mail (RFC 3464), as a mailbox receives them. */
import PostalMime from 'postal-mime'
import type { Database } from '#platform/database/tables'
import type { Vault } from '#platform/secrets/vault'
import { isMessageKey, signedKey } from './message-key.ts'
import { isOfMailbox, recordUndeliverable } from './undeliverable.ts'

/** The result of a report. */
export type Bounced = 'noted' | 'no report' | 'not final' | 'not ours'

type BounceContext = { db: Database; vault: Vault; now: Date }
type Report = { action: string; status: string; messageId: string }

/**
 * Marks the e-mail of a report as undeliverable, but only for a mail that the service has sent to it: its message id is
 * signed, so that no one can stop another person's mail. Repeating it changes nothing.
 */
export async function recordBounce(context: BounceContext, source: Buffer): Promise<Bounced> {
  const report = await readReport(source)
  if (!report) return 'no report'
  if (report.action !== 'failed' || !isOfMailbox(report.status)) return 'not final'
  const { userId, email } = (await senderOf(context, report.messageId)) ?? {}
  if (userId === undefined || email === undefined) return 'not ours'
  const noted = { user_id: userId, email, status: report.status }
  return (await recordUndeliverable(context, noted)) ? 'noted' : 'not ours'
}

/** Returns undefined for a mail that is no report. */
async function readReport(source: Buffer): Promise<Report | undefined> {
  const { attachments } = await PostalMime.parse(source, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
  })
  const part = (...types: string[]) => {
    const found = attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()))
    return found && Buffer.from(found.content as ArrayBuffer).toString()
  }
  const delivery = part('message/delivery-status', 'message/global-delivery-status')
  const mail = part(
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
  )
  const action = field(delivery, 'Action')?.toLowerCase()
  const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(field(delivery, 'Status') ?? '')?.[0]
  const messageId = field(mail?.split(/\r?\n\r?\n/)[0], 'Message-ID')
  return action && status && messageId ? { action, status, messageId } : undefined
}

/** Returns a header field, which may continue in the next line. */
const field = (text: string | undefined, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(?:\\r?\\n[ \\t]+)?([^\\r\\n]+)`, 'im').exec(text ?? '')?.[1]?.trim()

/** Returns the user that a mail with this message id went to; undefined if the service has not sent it to their present e-mail. */
async function senderOf({ db, vault }: BounceContext, messageId: string) {
  const [, signed = ''] = /^<([^@<>]{1,300})@/.exec(messageId) ?? []
  const userId = isMessageKey.exec(signed)?.groups?.['user']
  if (userId === undefined) return undefined
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst()
  const email = user?.email
  return email && signedKey.isGood(vault, signed, email) ? { userId, email } : undefined
}
