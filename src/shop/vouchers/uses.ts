/** The uses of codes, which payments hold and spend like stock: one for each unit. */
import { type RawBuilder, sql } from 'kysely'
import { withLatin } from '#common/codes/typed-code'
import { type Move, moveTimes } from '#platform/database/move-times'
import { list, rowsOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import type { Transaction } from '#platform/database/transactions'
import type { Terms } from './terms.ts'

/** A code with the terms of its voucher. */
export type Code = Terms & {
  id: string
  festival_id: string
  code_key: string
  /** the number of units for which it can still be used; null: any number */
  remaining: number | null
  max_per_person: number | null
}

type CodeKey = { festival_id: string; code_key: string }

/** The form of a key; the index `voucher_codes_alike` has the same expression. */
const appearance = sql<string>`translate(c.code_key, 'OIL', '011')`

/**
 * Returns the requested codes, each at its festival, with the requested key. For a key that a festival does not have,
 * the one code that looks like it.
 */
export async function findCodes(db: Database, asked: CodeKey[]): Promise<Code[]> {
  const exact = await readCodes(db, asked, sql`c.code_key = a.code_key`)
  const unknown = asked.filter((one) => !exact.some((code) => isSame(code, one)))
  if (unknown.length === 0) return exact
  const alike = await readCodes(db, unknown, sql`${appearance} = a.appearance`)
  const unique = alike.filter((code) => alike.filter((one) => isSame(code, one)).length === 1)
  return [...exact, ...unique]
}

const isSame = (one: CodeKey, other: CodeKey) =>
  one.code_key === other.code_key && one.festival_id === other.festival_id

async function readCodes(db: Database, asked: CodeKey[], is: RawBuilder<unknown>): Promise<Code[]> {
  const keys = asked.map((one) => ({ ...one, appearance: withLatin(one.code_key) }))
  const { rows } = await sql<Code>`
    select distinct on (c.id, a.code_key) c.id, c.festival_id, a.code_key, v.percent, v.amount_cents, v.price_cents,
           v.opens, to_json(v.entity_ids) as entity_ids, v.starts_at, v.ends_at, v.ended_at,
           c.max_uses - c.held - c.used as remaining, v.max_per_person
    from ${rowsOf('a', keys, { festival_id: 'uuid', code_key: 'text', appearance: 'text' })}
    join voucher_codes c on ${is} and c.festival_id = a.festival_id
    join vouchers v on v.id = c.voucher_id`.execute(db)
  return rows
}

/** Returns true if any festival has a voucher with this code. */
export async function isKnownCode(db: Database, key: string): Promise<boolean> {
  const { rows } = await sql`select from voucher_codes where code_key = ${key} limit 1`.execute(db)
  return rows.length > 0
}

/** Returns true if any festival has a voucher with this code, or one that looks like it. */
export async function looksKnown(db: Database, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from voucher_codes c
    where c.code_key = ${key} or ${appearance} = ${withLatin(key)} limit 1`.execute(db)
  return rows.length > 0
}

/** The number of uses left of a code; `most`: the number of uses that one person may have. */
export type Uses = { left: number; most: number }

/** Locks codes until the commit, in the order of their ids. A code that was ended meanwhile has no uses left. */
export async function lockCodes(db: Transaction, ids: string[]): Promise<Map<string, Uses>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; left: number | null; most: number | null }>`
    select c.id, case when v.ended_at is not null then 0 else c.max_uses - c.held - c.used end as left,
           v.max_per_person as most
    from voucher_codes c join vouchers v on v.id = c.voucher_id
    where c.id = any (${list(ids, 'uuid')}) order by c.id for no key update of c`.execute(db)
  return new Map(
    rows.map(({ id, left, most }) => [id, { left: left ?? Infinity, most: most ?? Infinity }]),
  )
}

type UseChange = { voucher_code_id: string | null; held: number; used: number }

/** Moves uses between held, used and free. Call it once for all uses, since it locks their rows. */
export async function moveUses(db: Transaction, uses: UseChange[]): Promise<void> {
  const moved = uses.flatMap(({ voucher_code_id: id, held, used }) =>
    id ? { id, held, used } : [],
  )
  if (moved.length === 0) return
  await sql`
    with moved as (
      select id, sum(held)::int as held, sum(used)::int as used
      from ${rowsOf('m', moved, { id: 'uuid', held: 'int', used: 'int' })} group by id
    ), locked as (
      select id from voucher_codes where id in (select id from moved) order by id for no key update
    )
    update voucher_codes c set held = c.held + moved.held, used = c.used + moved.used
    from moved join locked using (id) where c.id = moved.id`.execute(db)
}

/** Moves the start and end times of vouchers, and returns the number of vouchers moved. */
export function moveVoucherTimes(db: Database, festivalId: string, move: Move): Promise<number> {
  const columns = ['starts_at', 'ends_at']
  return moveTimes(db, { table: 'vouchers', columns, festivalId }, move)
}
