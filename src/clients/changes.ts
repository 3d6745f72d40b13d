import { randomBytes } from 'node:crypto'
import { scopes as allScopes, isBuiltIn } from '#access'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, notFound, Problem } from '#platform/values/errors'
import { clientColumns } from './columns.ts'
import { type ClientRow, findClient } from './queries.ts'
import type { ClientChange, NewClient } from './schemas.ts'
import { addSecret, endSecrets, hasHadSecret } from './secrets.ts'

/** A client with its new secret, which is shown only in this answer. */
export type ShownClient = ClientRow & { client_secret: string }

/**
 * Creates a client with a first secret. Without `scopes` it gets none. 403 for scopes that are not in `held`.
 * @param held the scopes of the calling client; by default all, for the operator of the service
 */
export async function createClient(
  db: Database,
  { scopes = [], ...fields }: NewClient,
  { now = new Date(), held = allScopes }: { now?: Date; held?: readonly string[] } = {},
): Promise<ShownClient> {
  requireHeld(held, scopes)
  const id = `client_${randomBytes(12).toString('hex')}`
  return transact(db, async (trx) => {
    await trx
      .insertInto('clients')
      .values({
        ...clientColumns.write({ ...fields, scopes: inOrder(scopes) }),
        id,
        created_at: now,
      })
      .execute()
    return withNewSecret(trx, id, now)
  })
}

/**
 * Changes the given fields. A suspension ends the client's tokens, and those its users got through it, on every
 * process. A caller that lacks a scope of the client may remove scopes and suspend it, but neither add that scope
 * nor lift the suspension.
 */
export async function updateClient(
  {
    db,
    access,
    now,
    held = allScopes,
  }: Pick<Infrastructure, 'db' | 'access' | 'now'> & { held?: readonly string[] },
  id: string,
  { scopes, suspended, ...change }: ClientChange,
): Promise<ClientRow> {
  const columns = {
    ...clientColumns.write({ ...change, scopes: scopes && inOrder(scopes) }),
    ...(suspended !== undefined && { suspended_at: suspended ? now() : null }),
  }
  return transact(db, async (trx) => {
    const before = found(await lockClient(trx, id), 'Client')
    requireHeld(
      held,
      (scopes ?? []).filter((scope) => !before.scopes.includes(scope)),
    )
    if (suspended === false && before.suspended_at) requireHeld(held, scopes ?? before.scopes)
    if (Object.keys(columns).length > 0) {
      await trx.updateTable('clients').set(columns).where('id', '=', id).execute()
    }
    if (suspended) await access.endClient(trx, id)
    else await access.changed(trx, { clientId: id })
    return found(await findClient(trx, id, now()), 'Client')
  })
}

/** Deletes a client with its secrets. Its tokens, and those its users got through it, end on every process. */
export async function deleteClient(
  { db, access }: Pick<Infrastructure, 'db' | 'access'>,
  id: string,
): Promise<void> {
  refuseBuiltIn(id)
  await transact(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('clients')
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('Client')
    await access.endClient(trx, id)
  })
}

type Rotation = {
  id: string
  overlap_seconds?: number | undefined
  /** the scopes of the calling client, which must include those of the client; by default all */
  held?: readonly string[]
}

/** Gives a client a new secret. Earlier secrets end after `overlap_seconds`, by default at once. */
export async function rotateClient(
  db: Database,
  { id, overlap_seconds = 0, held = allScopes }: Rotation,
  now = new Date(),
): Promise<ShownClient> {
  refuseBuiltIn(id)
  return transact(db, async (trx) => {
    const { scopes } = found(await lockClient(trx, id), 'Client')
    requireHeld(held, scopes)
    await endSecrets(trx, id, new Date(now.getTime() + overlap_seconds * 1000))
    return withNewSecret(trx, id, now)
  })
}

/**
 * Ensures that a client with this id, this secret and all scopes exists. A secret that was replaced before is not
 * restored, and a suspended client stays suspended. Idempotent, also concurrently.
 */
export async function ensureClient(
  db: Database,
  { id, secret, name }: { id: string; secret: string; name: string },
  now = new Date(),
): Promise<void> {
  await transact(db, async (trx) => {
    const scopes = [...allScopes]
    await trx
      .insertInto('clients')
      .values({ id, name, scopes, created_at: now })
      .onConflict((oc) => oc.column('id').doUpdateSet({ scopes }))
      .execute()
    if (!(await hasHadSecret(trx, id, secret))) await addSecret(trx, { id, secret, now })
  })
}

/**
 * Ensures that the client of one of the service's own pages exists, without a secret and without scopes. Returns
 * the time since which it is suspended, or null.
 */
export async function ensurePageClient(
  db: Database,
  { id, name }: { id: string; name: string },
): Promise<{ suspended_at: Date | null }> {
  await db
    .insertInto('clients')
    .values({ id, name, scopes: [] })
    .onConflict((oc) => oc.column('id').doNothing())
    .execute()
  return db
    .selectFrom('clients')
    .select('suspended_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** @throws Problem 403 for a scope that the caller does not have */
function requireHeld(held: readonly string[], given: readonly string[]): void {
  const scope = given.find((one) => !held.includes(one))
  if (scope === undefined) return
  throw new Problem(
    403,
    `You do not hold the client scope ${scope}, so you cannot give it. Call through a client that has it, or ask an administrator`,
    { code: 'scope_not_held', scope },
  )
}

/** @throws Problem 409 for the client of a page: it has no secret, and would be created again if deleted */
function refuseBuiltIn(id: string): void {
  if (!isBuiltIn(id)) return
  throw conflict(`The client ${id} is built in and has no secret: suspend it instead`, 'built_in')
}

function lockClient(trx: Database, id: string) {
  return trx
    .selectFrom('clients')
    .select(['scopes', 'suspended_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

async function withNewSecret(trx: Database, id: string, now: Date): Promise<ShownClient> {
  const client_secret = await addSecret(trx, { id, now })
  return { ...found(await findClient(trx, id, now), 'Client'), client_secret }
}

/** Returns each scope once, in the order of their list. */
function inOrder(scopes: string[]): string[] {
  return allScopes.filter((scope) => scopes.includes(scope))
}
