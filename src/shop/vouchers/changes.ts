import { type Selectable, sql } from 'kysely'
import { brokenConstraint } from '#platform/database/failures'
import { list } from '#platform/database/sql'
import type { Database, Tables } from '#platform/database/tables'
import { type Transaction, transact } from '#platform/database/transactions'
import { conflict, found, invalidField } from '#platform/values/errors'
import { newId } from '#platform/values/ids'
import { toCents } from '#platform/values/money'
import { inOrder, toTime } from '#platform/values/time'
import { keyOfCode, randomCodes } from './codes.ts'
import { findVoucher } from './queries.ts'
import type { NewVoucher, Voucher, VoucherChange } from './schemas.ts'

type VoucherContext = { db: Database; now: Date }
type Path = { id: string; voucherId: string }

/** Creates a voucher with its codes. 409 `exists` if the festival has a voucher with this word. */
export function createVoucher(
  { db, now }: VoucherContext,
  festivalId: string,
  { code = null, codes = 1, ...given }: NewVoucher,
): Promise<Voucher> {
  if (code !== null && codes > 1) throw invalidField('codes', 'must be 1 with a code of one’s own')
  const terms: Columns = { ...usual, ...columnsOf(given) }
  requireValid(terms)
  return transact(db, async (trx) => {
    await requireEntities(trx, festivalId, { ids: given.entity_ids ?? [], known: [] })
    const id = newId()
    await trx
      .insertInto('vouchers')
      .values({ ...terms, id, festival_id: festivalId, created_at: now })
      .execute()
    const written = code === null ? randomCodes(codes) : [code]
    const { max_uses } = terms
    await insertCodes(trx, written, { voucher_id: id, festival_id: festivalId, max_uses })
    return found(await findVoucher(trx, { id: festivalId, voucherId: id }), 'Voucher')
  })
}

/**
 * Changes the given fields; the fields for the benefit are replaced as one. Purchases made with the voucher stay as
 * they are.
 * @throws 409 for a voucher that was ended, and for fewer uses than a code has
 */
export function updateVoucher(
  { db }: VoucherContext,
  path: Path,
  given: VoucherChange,
): Promise<Voucher> {
  return transact(db, async (trx) => {
    const before = await lockVoucher(trx, path)
    if (before.ended_at !== null) throw conflict('This voucher is over', 'voucher_ended')
    const change = columnsOf(replacingGift(given))
    requireValid({ ...before, ...change })
    const known = before.entity_ids ?? []
    await requireEntities(trx, path.id, { ids: given.entity_ids ?? [], known })
    await trx
      .updateTable('vouchers')
      // The id is set to itself so that the statement is valid without any other column.
      .set({ id: path.voucherId, ...change })
      .where('id', '=', path.voucherId)
      .execute()
    if (change.max_uses !== undefined) await limitCodes(trx, path.voucherId, change.max_uses)
    return found(await findVoucher(trx, path), 'Voucher')
  })
}

/** Ends a voucher: it cannot be used any more, and purchases made with it stay. Ending it again changes nothing. */
export async function endVoucher({ db, now }: VoucherContext, path: Path): Promise<void> {
  await transact(db, async (trx) => {
    const { ended_at } = await lockVoucher(trx, path)
    await trx
      .updateTable('vouchers')
      .set({ ended_at: ended_at ?? now })
      .where('id', '=', path.voucherId)
      .execute()
  })
}

async function lockVoucher(trx: Transaction, { id, voucherId }: Path) {
  const voucher = await trx
    .selectFrom('vouchers')
    .select([...columns, 'ended_at'])
    .where('id', '=', voucherId)
    .where('festival_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found(voucher, 'Voucher')
}

/** Clears the other discounts if a change names one of them. */
function replacingGift<Given extends VoucherChange>(given: Given): Given {
  const { percent, amount, price } = given
  if ([percent, amount, price].every((one) => one === undefined)) return given
  return { ...given, percent: percent ?? null, amount: amount ?? null, price: price ?? null }
}

/** The defaults of a voucher: one random code for one unit, without any benefit yet. */
const usual = {
  name: null,
  percent: null,
  amount_cents: null,
  price_cents: null,
  opens: false,
  entity_ids: null,
  max_uses: 1,
  max_per_person: null,
  starts_at: null,
  ends_at: null,
}
const columns = Object.keys(usual) as (keyof typeof usual)[]
type Columns = { [Name in keyof typeof usual]: Selectable<Tables['vouchers']>[Name] }

/** Returns the columns of the given fields. */
function columnsOf(given: VoucherChange): Partial<Columns> {
  const { amount, price, starts_at, ends_at, entity_ids, ...same } = given
  return {
    ...same,
    ...(amount !== undefined && { amount_cents: amount && toCents(amount) }),
    ...(price !== undefined && { price_cents: price && toCents(price) }),
    ...(starts_at !== undefined && { starts_at: toTime(starts_at) }),
    ...(ends_at !== undefined && { ends_at: toTime(ends_at) }),
    ...(entity_ids !== undefined && {
      entity_ids: entity_ids && entity_ids.map((id) => id.toLowerCase()),
    }),
  }
}

/** Refuses (400) a voucher without a benefit, with two discounts, or with an end before its start. */
function requireValid({ percent, amount_cents, price_cents, opens, starts_at, ends_at }: Columns) {
  inOrder(starts_at, ends_at, ['starts_at', 'ends_at'])
  const given = [percent, amount_cents, price_cents].filter((one) => one !== null).length
  if (given > 1) throw invalidField('percent', 'must not be given beside amount or price')
  if (given === 0 && !opens) {
    throw invalidField('percent', 'is required, or amount, price, or opens: true')
  }
}

/** Refuses (400) ids unless the festival has, or had, all of them; ids in `known` were named before. */
async function requireEntities(
  trx: Transaction,
  festivalId: string,
  { ids, known }: Record<'ids' | 'known', string[]>,
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select id from tiers where festival_id = ${festivalId} and id = any (${list(ids, 'uuid')})
    union all
    select id from accommodations where festival_id = ${festivalId} and id = any (${list(ids, 'uuid')})`.execute(
    trx,
  )
  const sold = new Set([...rows.map(({ id }) => id), ...known])
  const unknown = ids.findIndex((id) => !sold.has(id.toLowerCase()))
  if (unknown < 0) return
  throw invalidField(`entity_ids[${unknown}]`, 'is no tier or accommodation of this festival')
}

type Of = { voucher_id: string; festival_id: string; max_uses: number | null }

async function insertCodes(trx: Transaction, codes: string[], of: Of) {
  const rows = codes.map((code) => ({ id: newId(), code, code_key: keyOfCode(code) }))
  try {
    await sql`
      insert into voucher_codes (id, voucher_id, festival_id, code, code_key, max_uses)
      select id, ${of.voucher_id}, ${of.festival_id}, code, code_key, ${of.max_uses}
      from json_to_recordset(${JSON.stringify(rows)}) as c (id uuid, code text, code_key text)`.execute(
      trx,
    )
  } catch (error) {
    if (brokenConstraint(error) !== 'voucher_codes_once') throw error
    throw conflict('The festival already has a voucher with this code', 'exists')
  }
}

async function limitCodes(trx: Transaction, voucherId: string, max_uses: number | null) {
  try {
    await trx
      .updateTable('voucher_codes')
      .set({ max_uses })
      .where('voucher_id', '=', voucherId)
      .execute()
  } catch (error) {
    if (brokenConstraint(error) !== 'voucher_codes_uses') throw error
    throw conflict('max_uses is below what is used or held of a code', 'below_used')
  }
}
