import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { inBatches } from '#platform/database/batches'
import { sqlState } from '#platform/database/failures'
import { type Database } from '#platform/database/tables'
import { transact } from '#platform/database/transactions'
import { copyPhotos, deletePhotos, storePhotos } from '#platform/photos/change'
import { digest } from '#platform/secrets/tokens'
import { conflict, invalid } from '#platform/values/errors'

/** Marks an answer that was given before. */
export const replayed = 'idempotent-replayed'
const remembered = 24 * 3_600_000

/** The parts of a reply that a handler sets before its answer. */
type Reply = {
  statusCode: number
  header(name: string, value: string): unknown
  getHeader(name: string): unknown
}

/**
 * The answer of a POST that creates a record: 201, and with an `Idempotency-Key` a retry creates
 * nothing twice (contract, "Idempotency"). With a key, `create` runs in the transaction that also
 * stores its answer. A refusal stores nothing, so its key may be used again.
 */
export async function created<T>(
  request: FastifyRequest,
  reply: Reply,
  create: (db: Database) => Promise<T>,
): Promise<T> {
  const { config } = request.routeOptions
  const { db } = request.server
  const key = keyIn(request.headers)
  reply.statusCode = 201
  // An audited action writes its audit entry in the transaction of the action.
  if (key === undefined) return config.audit ? transact(db, create) : create(db)
  return transact(db, async (trx) => {
    const use = useOf(request, key)
    if (!(await claim(trx, use, request.server.now()))) return replay<T>(trx, use, reply)
    const answer = await create(trx)
    await trx
      .updateTable('idempotency_keys')
      .set({ status: reply.statusCode, answer: JSON.stringify(answer) })
      .where((eb) => eb.and(identity(use)))
      .execute()
    return answer
  })
}

function keyIn({ 'idempotency-key': key }: IncomingHttpHeaders): string | undefined {
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) return key
  throw invalid('Idempotency-Key must have 1 to 255 characters')
}

/** Returns the stored form of the key a request carries, for records that hold their own key; undefined without a key. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = keyIn(headers)
  return key === undefined ? undefined : hashed(key)
}

/** Works like `idempotencyKeyOf`, but refuses (400) a request without a key. */
export function requiredKeyOf(headers: IncomingHttpHeaders): string {
  const key = idempotencyKeyOf(headers)
  if (key === undefined) throw invalid('The header Idempotency-Key is required')
  return key
}

type Use = { caller: string; method: string; path: string; key: string; request_hash: Buffer }

type WithPhotos<T> = {
  /** the `photo` of each new record */
  written: (string | null | undefined)[]
  nameOf?: (index: number) => string
  create: (db: Database, photos: (string | null)[]) => Promise<T>
}

/**
 * Works like `created`, for a body with pictures: they are stored before, so that no transaction waits for them, and
 * removed again when nothing was created, as in a replay.
 */
export async function createdWithPhotos<T>(
  request: FastifyRequest,
  reply: Reply,
  { written, nameOf, create }: WithPhotos<T>,
): Promise<T> {
  const photos = await storePhotos(request.server.photoStore, written, nameOf)
  return createdWith(request, reply, { photos, create })
}

type WithCopies<T> = {
  /** the photos of other records, as they are stored */
  of: (string | null)[]
  create: (db: Database, photos: (string | null)[]) => Promise<T>
}

/** Works like `createdWithPhotos`, but gives each new record a copy of the photo of another one. */
export async function createdWithCopies<T>(
  request: FastifyRequest,
  reply: Reply,
  { of, create }: WithCopies<T>,
): Promise<T> {
  const photos = await copyPhotos(request.server.photoStore, of)
  return createdWith(request, reply, { photos, create })
}

async function createdWith<T>(
  request: FastifyRequest,
  reply: Reply,
  { photos, create }: { photos: (string | null)[] } & Pick<WithPhotos<T>, 'create'>,
): Promise<T> {
  const { photoStore } = request.server
  try {
    const answer = await created(request, reply, (db) => create(db, photos))
    if (reply.getHeader(replayed)) await deletePhotos(photoStore, photos)
    return answer
  } catch (error) {
    await deletePhotos(photoStore, photos)
    throw error
  }
}

/**
 * A body may hold a password: its hash is keyed by the client's own key, of which only a hash is stored, so that a
 * reader of the table cannot try passwords against it. Many visitors share one client, and may send the same key:
 * without a user or a device a key belongs to the body as well.
 */
function useOf({ method, url, body, user, device, client }: FastifyRequest, key: string): Use {
  const request_hash = createHmac('sha256', key)
    .update(JSON.stringify(body ?? {}))
    .digest()
  const [path = url] = url.split('?')
  const visitor = `${client?.id ?? ''} ${request_hash.toString('base64url')}`
  const caller = user?.id ?? device?.id ?? visitor
  return { caller, method, path: hashed(path), key: hashed(key), request_hash }
}

// An address may hold a secret too, such as the code of a challenge.
const hashed = (text: string) => digest(text).toString('base64url')

const identity = ({ caller, method, path, key }: Use) => ({ caller, method, path, key })

/** Returns true for the first use; a second one waits here until the first has committed. */
async function claim(trx: Database, use: Use, now: Date): Promise<boolean> {
  const expired = new Date(now.getTime() - remembered)
  const { request_hash } = use
  try {
    const claimed = await trx
      .insertInto('idempotency_keys')
      .values({ ...use, created_at: now })
      .onConflict((oc) =>
        oc
          .columns(['caller', 'method', 'path', 'key'])
          .doUpdateSet({ request_hash, status: null, answer: null, created_at: now })
          .where('idempotency_keys.created_at', '<', expired),
      )
      .returning('key')
      .executeTakeFirst()
    return claimed !== undefined
  } catch (error) {
    if (sqlState(error) !== '55P03') throw error
    throw conflict(
      'The first request with this Idempotency-Key is still running: retry later',
      'in_progress',
    )
  }
}

/** Repeats a stored answer. It writes as well, so that its commit waits for a synchronous standby like the first. */
async function replay<T>(trx: Database, use: Use, reply: Reply): Promise<T> {
  const first = await trx
    .updateTable('idempotency_keys')
    .set((eb) => ({ created_at: eb.ref('created_at') }))
    .where((eb) => eb.and(identity(use)))
    .returning(['request_hash', 'status', 'answer'])
    .executeTakeFirstOrThrow()
  if (!first.request_hash.equals(use.request_hash)) {
    throw conflict('This Idempotency-Key was used with another body', 'idempotency_key_reused')
  }
  reply.statusCode = first.status ?? 200
  reply.header(replayed, 'true')
  return JSON.parse(first.answer ?? 'null')
}

/** Deletes the answers stored for an `Idempotency-Key` more than 24 hours ago. Safe to repeat. */
export async function deleteOldKeys(db: Database, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 24 * 3_600_000)
  await inBatches((limit) =>
    sql`
      delete from idempotency_keys where ctid = any (array(
        select ctid from idempotency_keys where created_at < ${yesterday} limit ${limit}))`.execute(
      db,
    ),
  )
}
