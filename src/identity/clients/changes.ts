import { randomBytes } from 'node:crypto'
import { scopes as allScopes, isBuiltIn } from '#core/access'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import type { Infrastructure } from '#platform/http/infrastructure'
import { conflict, found, notFound, Problem } from '#platform/values/errors'
import { searchName } from '#platform/values/names'
import { clientColumns } from './columns.ts'
import { isNarrower, normalizedOrigins, requireFit, type Use } from './origins.ts'
import { type ClientRow, findClient } from './queries.ts'
import type { ClientChange, NewClient } from './schemas.ts'
import { addSecret, endSecrets, hasHadSecret } from './secrets.ts'

/** A client with its new secret, which is shown only in this answer. */
export type ShownClient = ClientRow & { client_secret: string }

type ClientInput = Omit<NewClient, 'kind'>

/**
 * Creates a confidential client with a first secret. Without `scopes` it gets none. 403 for scopes that are not in
 * `held`.
 * @param held the scopes of the calling client; by default all, for the operator of the service
 */
export async function createClient(
  db: Database,
  input: ClientInput,
  { now = new Date(), held = allScopes }: { now?: Date; held?: readonly string[] } = {},
): Promise<ShownClient> {
  const use = useOf('confidential', input)
  requireHeld(held, use.scopes)
  return transact(db, async (trx) => {
    const id = await insertClient(trx, { name: input.name, ...use }, now)
    return withNewSecret(trx, id, now)
  })
}

/** Creates a publishable client: its id stands in pages and apps, and it has no secret and no scopes. */
export async function createPublishableClient(
  db: Database,
  input: ClientInput,
  now = new Date(),
): Promise<ClientRow & { client_secret: null }> {
  const use = useOf('publishable', input)
  return transact(db, async (trx) => {
    const id = await insertClient(trx, { name: input.name, ...use }, now)
    return { ...found(await findClient(trx, id, now), 'Client'), client_secret: null }
  })
}

/**
 * Changes the given fields. A suspension ends the client's tokens, and all tokens its users got through it, on every
 * process; an origin that is taken away ends the tokens of the client itself. A caller that lacks a scope of the client
 * may remove scopes and suspend it, but neither add that scope nor lift the suspension.
 */
export async function updateClient(
  {
    db,
    access,
    now,
    held = allScopes,
  }: Pick<Infrastructure, 'db' | 'access' | 'now'> & { held?: readonly string[] },
  id: string,
  { suspended, ...change }: ClientChange,
): Promise<ClientRow> {
  return transact(db, async (trx) => {
    const before = found(await lockClient(trx, id), 'Client')
    const after = useOf(before.kind, { ...before, ...change })
    requireHeld(
      held,
      after.scopes.filter((scope) => !before.scopes.includes(scope)),
    )
    if (suspended === false && before.suspended_at) requireHeld(held, after.scopes)
    const columns = {
      ...clientColumns.write({
        ...change,
        ...(change.scopes && { scopes: after.scopes }),
        ...(change.origins && { origins: after.origins }),
      }),
      ...(suspended !== undefined && { suspended_at: suspended ? now() : null }),
    }
    if (Object.keys(columns).length > 0) {
      await trx.updateTable('clients').set(columns).where('id', '=', id).execute()
    }
    if (suspended) await access.endClient(trx, id)
    else if (isNarrower(after, before)) await access.endClientAlone(trx, id)
    else await access.changed(trx, { clientId: id })
    return found(await findClient(trx, id, now()), 'Client')
  })
}

/** Deletes a client with its secrets. Its tokens, and all tokens its users got through it, end on every process. */
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
  /** the scopes of the calling client, which must include all of this client's; by default all */
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
    const { kind, scopes } = found(await lockClient(trx, id), 'Client')
    if (kind === 'publishable') throw conflict('A publishable client has no secret', 'no_secret')
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
    const { kind } = (await lockClient(trx, id)) ?? {}
    if (kind === 'publishable') throw new Error(`${id} is a publishable client: it takes no secret`)
    await trx
      .insertInto('clients')
      .values({ id, name, search_name: searchName(name), scopes, created_at: now })
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
    .values({ id, name, search_name: searchName(name), scopes: [] })
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
    .select(['kind', 'scopes', 'origins', 'allow_without_origin', 'suspended_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

async function withNewSecret(trx: Database, id: string, now: Date): Promise<ShownClient> {
  const client_secret = await addSecret(trx, { id, now })
  return { ...found(await findClient(trx, id, now), 'Client'), client_secret }
}

async function insertClient(trx: Database, fields: { name: string } & Use, now: Date) {
  const id = `client_${randomBytes(12).toString('hex')}`
  await trx
    .insertInto('clients')
    .values({ ...clientColumns.write(fields), id, created_at: now })
    .execute()
  return id
}

/** Returns the use of a client of this kind: each scope once, in the order of their list, and each origin. */
function useOf(
  kind: string,
  { scopes = [], origins = [], allow_without_origin = false }: Partial<Use>,
): Use {
  const use = {
    kind,
    scopes: allScopes.filter((scope) => scopes.includes(scope)),
    origins: normalizedOrigins(origins),
    allow_without_origin,
  }
  requireFit(use)
  return use
}
