import type { Infrastructure } from '#platform/http/infrastructure'
import { found } from '#platform/values/errors'
import { countAudience } from './audience.ts'
import { findFramed, messageLetter } from './mail.ts'
import { findMessage, type MessagePath } from './queries.ts'
import type { MessagePreview } from './schemas.ts'

/** Returns the current audience of a message, and the mail as a user would read it, without the address that unsubscribes. */
export async function previewMessage(
  { db, work, now, config }: Pick<Infrastructure, 'db' | 'work' | 'now' | 'config'>,
  path: MessagePath,
  userId: string,
): Promise<MessagePreview> {
  const message = found(await findMessage(db, path), 'Message')
  const framed = found(await findFramed(db, path.message_id), 'Message')
  const reader = await db
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirst()
  const { queued, ...left } = await countAudience(work, message, now())
  const { text, html = '' } = messageLetter(config, framed, {
    email: '',
    language: reader?.language ?? null,
  })
  const recipients = queued + left.unsubscribed + left.limited
  return { recipients, receiving: queued, ...left, text, html }
}
