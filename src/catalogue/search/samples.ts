import { sql } from 'kysely'
import type { Infrastructure } from '#platform/http/infrastructure'
import { Memory } from '#platform/sync/memory'
import { enough } from './names.ts'

const sampled = 3000
/** From this share on, reading on from the first name finds enough sooner than the index by parts. */
const common = 0.01

type Sample = { names: string[]; rows: number; pages: number }

/**
 * Some names of every table, sampled every minute: they show how common a text is. What is found does
 * not depend on them, only how it is found.
 */
export class Samples {
  readonly #work: Infrastructure['work']
  readonly #memory: Memory<Sample>

  constructor({ work, bus, now }: Pick<Infrastructure, 'work' | 'bus' | 'now'>) {
    this.#work = work
    this.#memory = new Memory({ bus, now, topic: 'catalogue', most: 10 })
  }

  /** The first so many pages of the table should hold enough of `text`; 0 for all but common texts. */
  async pagesToRead(table: string, text: string): Promise<number> {
    const sample = await this.#memory.recall(table, async () => ({
      value: await this.#take(table),
      names: [],
    }))
    if (!sample) return 0
    const { names, rows, pages } = sample
    const share = names.filter((name) => name.includes(text)).length / Math.max(1, names.length)
    if (share < common) return 0
    return Math.ceil(((3 * enough) / share) * (pages / Math.max(1, rows)))
  }

  /** Pages as they come, about as many as hold so many rows. */
  async #take(table: string): Promise<Sample> {
    const { rows } = await sql<{ search_name: string; rows: number; pages: number }>`
      select t.search_name, greatest(c.reltuples, 0) as rows, c.relpages as pages
      from pg_class c, ${sql.table(table)} t tablesample system ((
        select least(100, 100.0 * ${sampled} / greatest(reltuples, 1)) from pg_class
        where oid = ${table}::regclass
      ))
      where c.oid = ${table}::regclass limit ${2 * sampled}`.execute(this.#work)
    const names = rows.map(({ search_name }) => search_name)
    return { names, rows: rows[0]?.rows ?? 0, pages: rows[0]?.pages ?? 0 }
  }
}
