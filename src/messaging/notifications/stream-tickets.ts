import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Session } from '#core/access'
import { inBatches } from '#platform/database/batches'
import type { Database } from '#platform/database/tables'
import { digest, isSecret, newSecret } from '#platform/secrets/tokens'
import { Problem } from '#platform/values/errors'

const kind = 'fst_stream'
const life = 30_000

/** Issues a ticket for the stream: single use, 30 seconds, for the session of the request (contract, section 6). */
export async function issueStreamTicket(
  { db, now }: { db: Database; now: Date },
  { client, user }: Session,
): Promise<string> {
  const ticket = newSecret(kind)
  await db
    .insertInto('stream_tickets')
    .values({
      hash: digest(ticket),
      client_token: Buffer.from(client, 'base64url'),
      user_token: Buffer.from(user, 'base64url'),
      expires_at: new Date(now.getTime() + life),
    })
    .execute()
  return ticket
}

/** Returns the session of the `?ticket=` of a request; undefined without one. 401 for an invalid ticket. */
export async function sessionOfTicket(
  { db, now }: { db: Database; now: Date },
  { query }: Pick<FastifyRequest, 'query'>,
): Promise<Session | undefined> {
  const { ticket } = Object(query)
  if (ticket === undefined || ticket === '') return undefined
  const session = isSecret(`${ticket}`, kind) && (await takeTicket(db, `${ticket}`, now))
  if (!session) throw new Problem(401, 'Invalid ticket')
  return session
}

/** Takes a ticket. With two concurrent requests, the one that deletes the row has it. */
async function takeTicket(db: Database, ticket: string, now: Date): Promise<Session | undefined> {
  const taken = await db
    .deleteFrom('stream_tickets')
    .where('hash', '=', digest(ticket))
    .where('expires_at', '>', now)
    .returning(['client_token', 'user_token'])
    .executeTakeFirst()
  return (
    taken && {
      client: taken.client_token.toString('base64url'),
      user: taken.user_token.toString('base64url'),
    }
  )
}

/** Deletes tickets that were not used in time. Safe to repeat. */
export function deleteOldStreamTickets(db: Database, now: Date): Promise<void> {
  return inBatches((limit) =>
    sql`
      delete from stream_tickets where hash = any (array(
        select hash from stream_tickets where expires_at <= ${now} limit ${limit}))`.execute(db),
  )
}
