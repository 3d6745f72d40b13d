import type { Database } from '#platform/database/tables'
import type { Bus } from '#platform/sync/bus'
import { lacksFactor, type RequiredFactors } from './second-factor.ts'
import { findTokens } from './token-lookup.ts'

/** The two tokens a user calls with, by their hashes. A stream stays open for them. */
export type Session = { client: string; user: string }

/**
 * Returns the end of each session. A session that has ended, or lacks a required second factor, is missing. One
 * statement reads all, from the database and not from a cache.
 */
export async function endsOf<S extends Session>(
  db: Database,
  sessions: S[],
  requires: RequiredFactors,
): Promise<Map<S, Date>> {
  const hashes = new Set(sessions.flatMap(({ client, user }) => [client, user]))
  const holders = await findTokens(db, [...hashes])
  const ends = new Map<S, Date>()
  for (const session of sessions) {
    const [client, user] = [holders.get(session.client), holders.get(session.user)]
    if (!client || !user || lacksFactor(requires, user)) continue
    ends.set(session, client.expiresAt < user.expiresAt ? client.expiresAt : user.expiresAt)
  }
  return ends
}

/**
 * Calls `listener` when tokens have ended, or their rights have changed, on any process. It gets a rule that returns
 * true for the sessions this may concern. A hint may be lost while the bus is silent.
 */
export function onSessionsChanged(
  bus: Bus,
  listener: (isConcerned: (session: Session, userId: string) => boolean) => void,
): void {
  bus.on('access', (ids) => {
    const subjects = new Set(ids)
    // Concerns sessions of every client: the token of a user may come from another client than it is used with.
    const isClient = ids.some((subject) => subject.startsWith('client:'))
    listener(
      ({ client, user }, userId) =>
        isClient ||
        subjects.has(`user:${userId}`) ||
        subjects.has(`token:${client}`) ||
        subjects.has(`token:${user}`),
    )
  })
}
