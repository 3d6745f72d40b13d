import { sql } from 'kysely'
import { readShortCode } from '#common/codes/short-code'
import { list } from '#platform/database/sql'
import type { Database } from '#platform/database/tables'

/** A ticket found by its short code, with the revision that has the code. */
type Found = { payment_id: string; revision: number }

/**
 * Finds the tickets of a festival with short codes among some texts; the keys are the texts as given. If none of the
 * texts is a short code, it runs no statement.
 */
export async function ticketsOfShortCodes(
  db: Database,
  festivalId: string,
  texts: string[],
): Promise<Map<string, Found>> {
  const read = new Map(texts.map((text) => [text, readShortCode(text)]))
  const codes = [...read.values()].filter((code) => code !== undefined)
  if (codes.length === 0) return new Map()
  const { rows } = await sql<Found & { short_code: string }>`
    select payment_id, revision, short_code from tickets
    where festival_id = ${festivalId} and short_code = any (${list(codes, 'text')})`.execute(db)
  const found = new Map(rows.map(({ short_code, ...ticket }) => [short_code, ticket]))
  return new Map(
    [...read].flatMap(([text, code]) => {
      const ticket = found.get(code ?? '')
      return ticket ? [[text, ticket] as const] : []
    }),
  )
}
