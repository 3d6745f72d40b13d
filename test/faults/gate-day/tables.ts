/** Stands for pages/shared/tables.ts: the tables of a page in a file, with the same promises. */
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as breathe } from 'node:timers/promises'
import type { DeskOf } from '../../../pages/shared/tables.ts'
import { setup } from './setup.ts'

type KeyValueTable = { kept: { name: string; value: unknown } }
type File = { database: DatabaseSync; keys: Record<string, string> }

export async function openTables(_name: string, keys: Record<string, string>): Promise<File> {
  const database = new DatabaseSync(setup.file)
  // It outlives this thread, not the machine.
  database.exec('pragma journal_mode = wal; pragma synchronous = off')
  for (const table of Object.keys(keys)) {
    database.exec(`create table if not exists ${table} (key text primary key, row text not null)`)
  }
  return { database, keys }
}

export class Tables<Rows extends KeyValueTable> {
  readonly #file: File
  #last: Promise<unknown> = Promise.resolve()

  constructor(file: File) {
    this.#file = file
  }

  async kept<T>(name: string): Promise<T | undefined> {
    const [row] = await this.read('kept', name)
    return row?.value as T | undefined
  }

  keep(name: string, value: unknown): Promise<void> {
    return this.change((desk) => desk.put('kept', { name, value }))
  }

  read<T extends keyof Rows & string>(table: T, key?: string): Promise<Rows[T][]> {
    return this.#next(async () => this.#rows(table, key))
  }

  /** All or nothing: what a page did not finish before it ended is undone when its file is opened again. */
  change<T>(work: (desk: DeskOf<Rows>) => T | Promise<T>): Promise<T> {
    return this.#next(async () => {
      const { database } = this.#file
      database.exec('begin immediate')
      try {
        const result = await work(this.#desk())
        database.exec('commit')
        return result
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    })
  }

  #desk(): DeskOf<Rows> {
    const { database, keys } = this.#file
    return {
      get: async (table, key) => this.#rows(table, key)[0],
      put: (table, row) => {
        const key = Reflect.get(row as object, keys[table] ?? '')
        database
          .prepare(`insert or replace into ${table} values (?, ?)`)
          .run(key, JSON.stringify(row))
      },
      drop: (table, key) => void database.prepare(`delete from ${table} where key = ?`).run(key),
      clear: (table) => database.exec(`delete from ${table}`),
      breathe: () => breathe(),
    }
  }

  #rows<T extends keyof Rows & string>(table: T, key?: string): Rows[T][] {
    const { database } = this.#file
    const found =
      key === undefined
        ? database.prepare(`select row from ${table} order by key`).all()
        : database.prepare(`select row from ${table} where key = ?`).all(key)
    return found.map(({ row }) => JSON.parse(`${row}`))
  }

  /** Transactions are one after the other. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }
}
