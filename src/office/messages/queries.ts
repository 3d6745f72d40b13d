import { type Selectable, sql } from 'kysely'
import type { Database, Tables } from '#platform/database/tables'
import { isReaderLanguage, type ReaderLanguage } from '#platform/values/reader-languages'
import type { AttendeeMessage, MessageCounts } from './schemas.ts'

const writtenColumns = [
  'id',
  'festival_id',
  'subject',
  'text',
  'entity_id',
  'language',
  'inside',
  'urgent',
] as const
const shownColumns = [...writtenColumns, 'created_at', 'updated_at', 'sent_at', 'counts'] as const
type Row = Pick<Selectable<Tables['messages']>, (typeof shownColumns)[number]>
/** A message as it was written. */
export type WrittenMessage = Pick<Row, (typeof writtenColumns)[number]>
/** The columns of `WrittenMessage`, of rows named `m`. */
export const written = sql.join(writtenColumns.map((name) => sql.ref(`m.${name}`)))
const shown = sql.join(shownColumns.map((name) => sql.ref(`m.${name}`)))
export type MessagePath = { id: string; message_id: string }

type Listing = { festivalId: string; after?: string | undefined; limit: number }

/** Returns the messages of a festival, the newest first. */
export async function listMessages(
  db: Database,
  { festivalId, after, limit }: Listing,
): Promise<AttendeeMessage[]> {
  const place = after === undefined ? sql`true` : sql`m.id < ${after}`
  const { rows } = await sql<Counting>`
    select ${shown}, ${countsNow} as counted from messages m
    where m.festival_id = ${festivalId} and ${place} order by m.id desc limit ${limit}`.execute(db)
  return rows.map(toMessage)
}

/** Returns a message of a festival; undefined for an unknown one. */
export async function findMessage(
  db: Database,
  { id, message_id }: MessagePath,
): Promise<AttendeeMessage | undefined> {
  const { rows } = await sql<Counting>`
    select ${shown}, ${countsNow} as counted from messages m
    where m.id = ${message_id} and m.festival_id = ${id}`.execute(db)
  const [row] = rows
  return row && toMessage(row)
}

/** Counts recipients by state: as stored when the last mail was sent, and before that from the current states of the recipients. */
const countsNow = sql`
  case when m.listed_at is not null then coalesce(m.counts, (
    select coalesce(jsonb_object_agg(state, many), '{}') from (
      select state, count(*)::int as many from message_recipients where message_id = m.id group by state) r)) end`

type Counting = Row & { counted: Partial<Record<string, number>> | null }

function toMessage({ counted, counts, ...row }: Counting): AttendeeMessage {
  const { id, festival_id, subject, text, entity_id, inside, urgent } = row
  const { created_at, updated_at, sent_at } = row
  const status = sent_at === null ? 'draft' : counts === null ? 'sending' : 'sent'
  return {
    id,
    festival_id,
    subject,
    text,
    entity_id,
    language: toLanguage(row.language),
    inside,
    urgent,
    status,
    created_at,
    updated_at,
    sent_at,
    counts: counted && toCounts(counted),
  }
}

const toLanguage = (language: string | null): ReaderLanguage | null =>
  language !== null && isReaderLanguage(language) ? language : null

function toCounts(of: Partial<Record<string, number>>): MessageCounts {
  const { queued = 0, mailed = 0, sent = 0, failed = 0, unsubscribed = 0, limited = 0 } = of
  const recipients = queued + mailed + sent + failed + unsubscribed + limited
  return { recipients, queued: queued + mailed, sent, failed, unsubscribed, limited }
}
