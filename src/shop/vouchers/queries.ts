import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { allOf } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'
import { rowsPerChunk, type SpreadsheetForm, spreadsheet } from '#platform/http/answers/spreadsheet'
import { toEuros } from '#platform/values/money'
import { keyOfCode } from './codes.ts'
import type { Voucher } from './schemas.ts'
import type { Terms } from './terms.ts'

type Row = Omit<Voucher, 'amount' | 'price'> & Terms

/** Reads the vouchers `v` that `where` selects, with the sums of their codes. */
async function read(db: Database, where: RawBuilder<unknown>): Promise<Voucher[]> {
  const { rows } = await sql<Row>`
    select v.id, v.name, case when c.codes = 1 then c.code end as code, c.codes, v.percent, v.amount_cents,
           v.price_cents, v.opens, to_json(v.entity_ids) as entity_ids, v.max_uses, v.max_per_person, v.starts_at,
           v.ends_at, v.ended_at, c.held, c.used, v.created_at
    from (select * from vouchers v where ${where}) v cross join lateral (
      select count(*)::int as codes, min(code) as code, sum(held)::int as held, sum(used)::int as used
      from voucher_codes where voucher_id = v.id) c
    order by v.id desc`.execute(db)
  return rows.map(({ amount_cents, price_cents, ...voucher }) => ({
    ...voucher,
    amount: amount_cents === null ? null : toEuros(amount_cents),
    price: price_cents === null ? null : toEuros(price_cents),
  }))
}

type VoucherPage = { festivalId: string; code: string | undefined; after: string | undefined }

/** Returns the vouchers of a festival, newest first; with `code` only the one that has it. */
export function listVouchers(
  db: Database,
  { festivalId, code, after, limit }: VoucherPage & { limit: number },
): Promise<Voucher[]> {
  const conditions = allOf([
    sql`v.festival_id = ${festivalId}`,
    after === undefined ? undefined : sql`v.id < ${after}`,
    code === undefined
      ? undefined
      : sql`v.id in (
          select voucher_id from voucher_codes
          where code_key = ${keyOfCode(code)} and festival_id = ${festivalId})`,
  ])
  return read(db, sql`${conditions} order by v.id desc limit ${limit}`)
}

/** A voucher of the festival. */
export async function findVoucher(
  db: Database,
  { id, voucherId }: { id: string; voucherId: string },
): Promise<Voucher | undefined> {
  const [voucher] = await read(db, sql`v.id = ${voucherId} and v.festival_id = ${id}`)
  return voucher
}

type Code = { id: string; code: string; max_uses: number | null; held: number; used: number }

/** Returns the codes of a voucher with their uses, for a spreadsheet. */
export function readCodes(
  db: Database,
  voucherId: string,
  form: SpreadsheetForm,
): Promise<Readable> {
  return spreadsheet<Code>(
    {
      columns: ['code', 'max_uses', 'held', 'used'],
      toCells: ({ code, max_uses, held, used }) => [code, max_uses, held, used],
      next: (after) => nextCodes(db, voucherId, after?.id),
    },
    form,
  )
}

async function nextCodes(db: Database, voucherId: string, after?: string): Promise<Code[]> {
  const later = after === undefined ? sql`` : sql`and id > ${after}`
  const { rows } = await sql<Code>`
    select id, code, max_uses, held, used from voucher_codes where voucher_id = ${voucherId} ${later}
    order by id limit ${sql.lit(rowsPerChunk)}`.execute(db)
  return rows
}
