import type { Database } from '#platform/database/tables'
import type { Bus } from '#platform/sync/bus'
import { lacksFactor, type RequiredFactors } from './second-factor.ts'
import { findTokens } from './token-lookup.ts'

/** The two tokens a user calls with, by their hashes: what a stream stays open for. */
export type Session = { client: string; user: string }

/**
 * When each session ends; one that has ended, or lacks a required second factor, is missing. One statement for all, which asks the database
 * and is in no cache.
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
 * Calls `listener` when tokens have ended, or what they allow has changed, on any process, with a rule
 * that says which sessions that may be about. A hint may be lost while the bus is silent.
 */
export function onSessionsChanged(
  bus: Bus,
  listener: (isConcerned: (session: Session, userId: string) => boolean) => void,
): void {
  bus.on('access', (ids) => {
    const subjects = new Set(ids)
    // Of whichever client: the token of a user may come from another one than it is used with.
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
