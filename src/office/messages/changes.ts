import { sql } from 'kysely'
import type { Database } from '#platform/database/tables'
import { type Transaction, transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, invalidField } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { findMessage, type MessagePath } from './queries.ts'
import type { AttendeeMessage, AttendeeMessageChange, NewAttendeeMessage } from './schemas.ts'

type MessageContext = { db: Database; now: Date }

/** Creates a draft. */
export function createMessage(
  { db, now }: MessageContext,
  festivalId: string,
  given: NewAttendeeMessage,
): Promise<AttendeeMessage> {
  return transact(db, async (trx) => {
    await requireOffer(trx, festivalId, given.entity_id)
    const message_id = newId()
    const empty = { entity_id: null, language: null, inside: null, urgent: false }
    const times = { created_at: now, updated_at: now }
    await trx
      .insertInto('messages')
      .values({ ...empty, ...given, ...times, id: message_id, festival_id: festivalId })
      .execute()
    return found(await findMessage(trx, { id: festivalId, message_id }), 'Message')
  })
}

/** Changes the given fields of a draft. Refuses (409 `message_sent`) if it was sent. */
export function updateMessage(
  { db, now }: MessageContext,
  path: MessagePath,
  given: AttendeeMessageChange,
): Promise<AttendeeMessage> {
  return transact(db, async (trx) => {
    await lockDraft(trx, path)
    await requireOffer(trx, path.id, given.entity_id)
    await trx
      .updateTable('messages')
      .set({ ...given, updated_at: now })
      .where('id', '=', path.message_id)
      .execute()
    return found(await findMessage(trx, path), 'Message')
  })
}

/** Deletes a draft. Refuses (409 `message_sent`) if it was sent. */
export async function deleteMessage(
  { db }: Pick<MessageContext, 'db'>,
  path: MessagePath,
): Promise<void> {
  await transact(db, async (trx) => {
    await lockDraft(trx, path)
    await trx.deleteFrom('messages').where('id', '=', path.message_id).execute()
  })
}

export type ListingJob = { id: string }
export const listingJob = 'message-recipients'

/** Marks a draft as sent, and adds the job that sends it in the same transaction. Refuses (409 `message_sent`) if it was sent already. */
export function sendMessage(
  { db, jobs, now }: MessageContext & Pick<Infrastructure, 'jobs'>,
  path: MessagePath,
): Promise<AttendeeMessage> {
  return transact(db, async (trx) => {
    await lockDraft(trx, path)
    await trx
      .updateTable('messages')
      .set({ sent_at: now })
      .where('id', '=', path.message_id)
      .execute()
    await jobs.add(trx, listingJob, { id: path.message_id } satisfies ListingJob)
    return found(await findMessage(trx, path), 'Message')
  })
}

export const alreadySent = () =>
  conflict('The message was sent: it cannot be changed, deleted or sent again', 'message_sent')

async function lockDraft(trx: Transaction, { id, message_id }: MessagePath): Promise<void> {
  const message = await trx
    .selectFrom('messages')
    .select('sent_at')
    .where('id', '=', message_id)
    .where('festival_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (found(message, 'Message').sent_at !== null) throw alreadySent()
}

async function requireOffer(
  trx: Transaction,
  festivalId: string,
  entityId: string | null | undefined,
): Promise<void> {
  if (entityId === undefined || entityId === null) return
  const { rows } = await sql`
    select from tiers where festival_id = ${festivalId} and id = ${entityId}
    union all
    select from accommodations where festival_id = ${festivalId} and id = ${entityId}`.execute(trx)
  if (rows.length === 0)
    throw invalidField('entity_id', 'is no tier or accommodation of this festival')
}
