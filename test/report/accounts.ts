/** The accounts of a history of sales: documents, closed months for DATEV, and statements for the organizer. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { issueDocuments } from '../../src/shop/documents/issuing/issue.ts'
import { type Stage, world } from './stage.ts'

const { app, db, get, post, put } = world
const admin = await world.aUser({ roles: ['admin'] })
const terms = { commission_percent: 5, commission_per_unit: 0.5, commission_vat_percent: 19 }

/** Issues the documents of all that is settled by now. */
export async function issueAll(): Promise<void> {
  while ((await issueDocuments(app)) > 0);
}

/** Returns the invoices of a month less its credit notes, in cents. */
export async function documentSums({ seller }: Stage, month: string) {
  const { rows } = await sql<{ gross: number; vat: number }>`
    select coalesce(sum(sign * gross_cents), 0)::int as gross, coalesce(sum(sign * vat_cents), 0)::int as vat
    from (select *, case kind when 'invoice' then 1 else -1 end as sign from documents
          where seller = ${seller} and issued_on like ${`${month}-%`}) document`.execute(db)
  return rows[0]
}

/** Closes a month, and returns the debits of its file for DATEV less the credits, in cents. */
export async function datevSum({ seller }: Stage, month: string): Promise<number> {
  const closed = await post(`/organizers/${seller}/closed-months`, { month }, { as: admin })
  assert.equal(closed.status, 200, closed.text)
  const file = await get(`/organizers/${seller}/datev.csv?month=${month}`, { as: admin })
  assert.equal(file.status, 200, file.text)
  const bookings = file.text.split('\r\n').slice(2, -1)
  return bookings.reduce((sum, row) => {
    const [amount = '', side] = row.split(';')
    const cents = Math.round(Number(amount.replace(',', '.')) * 100)
    return side === '"S"' ? sum + cents : sum - cents
  }, 0)
}

/** Makes the statement of a month. */
export async function settle({ seller }: Stage, month: string) {
  const set = await put(`/organizers/${seller}/settlement-terms`, terms, { as: admin })
  assert.equal(set.status, 200, set.text)
  const made = await post(`/organizers/${seller}/settlements`, { month }, { as: admin })
  assert.ok(made.status < 300, made.text)
  return made.body
}
