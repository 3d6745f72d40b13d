import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { Problem } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { inBatches } from './batches.ts'
import type { Database } from './tables.ts'

/** The author of a change, and the name of the action. */
export type Note = {
  id: string
  at: Date
  actor: 'user' | 'device' | 'client' | 'system'
  user_id?: string | undefined
  client_id?: string | undefined
  device_id?: string | undefined
  action: string
  entity_type: string
}

/** The audit note of a request's changes, and the hash of its token, which must still be valid at the commit. */
export type Signed = { note: Note; token?: string | undefined }

const notes = new AsyncLocalStorage<Signed>()

/** Signs the transactions of `change`. */
export function signedAs<T>(signed: Signed, change: () => T): T {
  return notes.run(signed, change)
}

export function aNote(action: string, at: Date): Note {
  const [entity_type = ''] = action.split('.')
  return { id: newId(), at, actor: 'system', action, entity_type }
}

/** Notes the changes of a command or of a first start: `change` writes in transactions as the system. */
export function asSystem<T>(action: string, change: () => Promise<T>): Promise<T> {
  return notes.run({ note: aNote(action, new Date()) }, change)
}

/** Sets for a transaction the entry that the triggers write to the audit log, if there is one. */
export async function signChanges(trx: Database): Promise<void> {
  const { note } = notes.getStore() ?? {}
  if (note)
    await sql`select set_config('festival.audit', ${JSON.stringify(note)}, true)`.execute(trx)
}

/** Stops noting the changes of the transaction, until `signChanges` is called again. */
export async function suspendNotes(trx: Database): Promise<void> {
  await sql`select set_config('festival.audit', '', true)`.execute(trx)
}

/**
 * Refuses (401) a change whose token has ended since its request came in. Called last, before the commit: a change that
 * gives a right to an account ends its earlier tokens, so a change that has seen the right sees their end as well.
 */
export async function requireSigned(trx: Database): Promise<void> {
  const { token } = notes.getStore() ?? {}
  if (token !== undefined) await requireToken(trx, token)
}

/** Refuses (401) a token, given by its hash, that has ended. */
export async function requireToken(db: Database, token: string): Promise<void> {
  const hash = Buffer.from(token, 'base64url')
  const { rows } = await sql`select from tokens where hash = ${hash}`.execute(db)
  if (rows.length === 0) throw new Problem(401, 'Invalid token')
}

/** Skips the final token check of a change that itself ends the token of its request. `userId`: the user whose tokens end; all if undefined. */
export function expectEnd(userId?: string): void {
  const signed = notes.getStore()
  if (signed && (userId === undefined || signed.note.user_id === userId)) signed.token = undefined
}

/** Notes an import as one entry: the numbers of records created and changed, not the records. */
export async function recordImport(
  db: Database,
  action: string,
  counts: { created: number; updated: number; rejected: number },
): Promise<void> {
  const { id, at, actor, entity_type } = aNote(action, new Date())
  const { created, updated, rejected } = counts
  const changes = Object.entries({ created, updated, rejected }).map(([name, to]) => [
    name,
    { from: null, to },
  ])
  await db
    .insertInto('audit_log')
    .values({
      id,
      at,
      actor,
      action,
      entity_type,
      changes: JSON.stringify(Object.fromEntries(changes)),
    })
    .execute()
}

/** Deletes the entries that are older than the given days at `now`. Safe to repeat. */
export async function deleteOldEntries(
  db: Database,
  { now, days }: { now: Date; days: number },
): Promise<void> {
  const end = new Date(now.getTime() - days * 86_400_000)
  await inBatches((limit) =>
    sql`
      delete from audit_log where id = any (array(
        select id from audit_log where at < ${end} order by at limit ${limit}))`.execute(db),
  )
}
