import { type RawBuilder, sql } from 'kysely'
import { list, rowsOf } from './sql.ts'
import type { Database, Tables } from './tables.ts'

type Counts = 'quantity' | 'sold' | 'held' | 'archived_at'
/** A table whose rows are sold out of a limited quantity. */
type Table = {
  [Name in keyof Tables]: Counts extends keyof Tables[Name] ? Name : never
}[keyof Tables]

/** One piece of an entity's stock, wanted by a payment. */
type StockRequest = { payment_id: string; entity_id: string }

/** The changes of an entity's counts. */
export type StockChange = { entity_id: string; held: number; sold: number }

/** The operations that a module with a limited quantity to sell offers to payments, for many of them at a time. */
export type Stock = {
  /** Holds a piece for each payment, in their order, while there are any. Returns the payments that got one. */
  hold(db: Database, wanted: StockRequest[]): Promise<Set<string>>
  /** Locks entities until the commit. Returns the number of free pieces of each, 0 for an archived or unknown one. */
  lock(db: Database, entityIds: string[]): Promise<Map<string, number>>
  /** Moves pieces between held, sold and free. One call for all, since it locks their rows. */
  move(db: Database, pieces: StockChange[]): Promise<void>
}

/**
 * Returns the stock of a table. Rows are locked in the order of their ids, so that two batches never wait for each
 * other. `free` is the number of pieces of a row that payments may hold, `freed` the other columns to set in a row `s`
 * when its pieces become free.
 */
export function stockOf(
  table: Table,
  free: RawBuilder<number> = sql`quantity - sold - held`,
  freed: RawBuilder<unknown> = sql``,
): Stock {
  const stock = sql.table(table)
  return {
    hold: async (db, wanted) => {
      if (wanted.length === 0) return new Set()
      const { rows } = await sql<{ payment_id: string }>`
        with wanted as (
          select payment_id, entity_id, row_number() over (partition by entity_id order by place) as place
          from ${rowsOf('w', wanted, { payment_id: 'uuid', entity_id: 'uuid' })}
        ), free as (
          select id, ${free} as pieces from ${stock}
          where id in (select entity_id from wanted) and archived_at is null
          order by id for no key update
        ), held as (
          select payment_id, entity_id from wanted join free on free.id = entity_id where place <= pieces
        ), taken as (
          update ${stock} s set held = s.held + h.pieces
          from (select entity_id, count(*)::int as pieces from held group by entity_id) h
          where s.id = h.entity_id
        )
        select payment_id from held`.execute(db)
      return new Set(rows.map(({ payment_id }) => payment_id))
    },
    lock: async (db, entityIds) => {
      if (entityIds.length === 0) return new Map()
      const { rows } = await sql<{ id: string; pieces: number }>`
        select id, ${free} as pieces from ${stock}
        where id = any (${list(entityIds, 'uuid')}) and archived_at is null
        order by id for no key update`.execute(db)
      const pieces = new Map(rows.map((row) => [row.id, row.pieces]))
      return new Map(entityIds.map((id) => [id, pieces.get(id) ?? 0]))
    },
    move: async (db, pieces) => {
      if (pieces.length === 0) return
      await sql`
        with moved as (
          select entity_id as id, sum(held)::int as held, sum(sold)::int as sold
          from ${rowsOf('p', pieces, { entity_id: 'uuid', held: 'int', sold: 'int' })}
          group by entity_id
        ), locked as (
          select id from ${stock} where id in (select id from moved) order by id for no key update
        )
        update ${stock} s set held = s.held + moved.held, sold = s.sold + moved.sold ${freed}
        from moved join locked using (id) where s.id = moved.id`.execute(db)
    },
  }
}
