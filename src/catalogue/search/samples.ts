import { sql } from 'kysely'
import type { Infrastructure } from '#platform/http/infrastructure'
import { Memory } from '#platform/sync/memory'
import type { SearchTerms } from '#platform/values/names'
import { enough, type Table } from './names.ts'

const sampled = 3000
/** From this share of names on, reading the table from its beginning finds enough sooner than the index of parts. */
const common = 0.01

const textOf = {
  artists: sql`search_name`,
  genres: sql`search_name`,
  festivals: sql`coalesce(search_text, search_name)`,
} satisfies Record<Table, unknown>

type Sample = { names: string[]; rows: number; pages: number }

/**
 * Some names of every table, sampled every minute: they show how common a text is. The results do not depend on them,
 * only the method of the search.
 */
export class Samples {
  readonly #work: Infrastructure['work']
  readonly #memory: Memory<Sample>

  constructor({ work, bus, now }: Pick<Infrastructure, 'work' | 'bus' | 'now'>) {
    this.#work = work
    this.#memory = new Memory({ bus, now, topic: 'catalogue', most: 10 })
  }

  /** Returns the number of pages, from the first one of the table, that should contain enough names with these words; 0 for texts that are not common. */
  async pagesToRead(table: Table, { words }: SearchTerms): Promise<number> {
    const sample = await this.#memory.recall(table, async () => ({
      value: await this.#take(table),
      names: [],
    }))
    if (!sample) return 0
    const { names, rows, pages } = sample
    const share =
      names.filter((name) => words.every((word) => name.includes(word))).length /
      Math.max(1, names.length)
    if (share < common) return 0
    return Math.ceil(((3 * enough) / share) * (pages / Math.max(1, rows)))
  }

  /** Reads random pages of a table, about as many as contain `sampled` rows. */
  async #take(table: Table): Promise<Sample> {
    const { rows } = await sql<{ text: string; rows: number; pages: number }>`
      select ${textOf[table]} as text, greatest(c.reltuples, 0) as rows, c.relpages as pages
      from pg_class c, ${sql.table(table)} t tablesample system ((
        select least(100, 100.0 * ${sampled} / greatest(reltuples, 1)) from pg_class
        where oid = ${table}::regclass
      ))
      where c.oid = ${table}::regclass limit ${2 * sampled}`.execute(this.#work)
    const names = rows.map(({ text }) => text)
    return { names, rows: rows[0]?.rows ?? 0, pages: rows[0]?.pages ?? 0 }
  }
}
