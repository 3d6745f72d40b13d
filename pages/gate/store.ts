import type { Manifest } from '../../client/src/types.ts'
import type { Verdict } from './judge.ts'

/** The device of this browser, and the key of its session. */
export type Device = { id: string; name: string; festival_id: string; session: string }

/** The manifest without its tickets, which are stored one by one, and when it was last complete. */
export type Festival = Omit<Manifest, 'tickets' | 'has_more'> & { as_of: number | null }

type UsedTicket = Manifest['tickets'][number]
/** What is known of an admission beyond the manifest: the time and the gate. */
type Admission = { payment_id: string; at: string; gate: string | null; isHere: boolean }

export type Scan = Verdict & {
  nonce: string
  festival_id: string
  /** milliseconds */
  at: number
  /** only until it is sent */
  code?: string
  /** from the service: it was admitted here and should have been refused */
  clash?: Verdict & { isNoted: boolean }
}

type Rows = {
  kept: { name: string; value: unknown }
  tickets: UsedTicket
  admissions: Admission
  scans: Scan
}
type Table = keyof Rows
const keys: Record<Table, string> = {
  kept: 'name',
  tickets: 'payment_id',
  admissions: 'payment_id',
  scans: 'nonce',
}
const tables = Object.keys(keys) as Table[]

/** Reads and writes in one transaction; await nothing else in it. */
export type Desk = {
  get<T extends Table>(table: T, key: string): Promise<Rows[T] | undefined>
  put<T extends Table>(table: T, row: Rows[T]): void
  drop(table: Table, key: string): void
  clear(table: Table): void
  /** Yields to the page between many writes. */
  breathe(): Promise<unknown>
}

/** The device's data in IndexedDB: looked up ticket by ticket, so that not all have to be in memory. */
export class Store {
  readonly #db: IDBDatabase

  constructor(db: IDBDatabase) {
    this.#db = db
    // Another tab with a newer version must not wait for this one.
    db.addEventListener('versionchange', () => db.close())
  }

  /** @throws DOMException when the browser stores nothing, as in some private windows */
  static async open(): Promise<Store> {
    const request = indexedDB.open('gate', 1)
    request.addEventListener('upgradeneeded', () => {
      for (const table of tables) request.result.createObjectStore(table, { keyPath: keys[table] })
    })
    return new Store(await settled(request))
  }

  async kept<T>(name: string): Promise<T | undefined> {
    const [row] = await this.#read<Rows['kept']>('kept', name)
    return row?.value as T | undefined
  }

  keep(name: string, value: unknown): Promise<void> {
    return this.change((desk) => desk.put('kept', { name, value }))
  }

  scans(): Promise<Scan[]> {
    return this.#read<Scan>('scans')
  }

  async #read<Row>(table: Table, key?: string): Promise<Row[]> {
    return settled<Row[]>(this.#db.transaction(table).objectStore(table).getAll(key))
  }

  /** All or nothing, and on disk when it resolves: a phone may turn off at any moment. */
  async change<T>(work: (desk: Desk) => T | Promise<T>): Promise<T> {
    const transaction = this.#db.transaction(tables, 'readwrite', { durability: 'strict' })
    const table = (name: Table) => transaction.objectStore(name)
    const end = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error))
    })
    try {
      const result = await work({
        get: (name, key) => settled(table(name).get(key)),
        put: (name, row) => void table(name).put(row),
        drop: (name, key) => void table(name).delete(key),
        clear: (name) => void table(name).clear(),
        breathe: () => settled(table('kept').count()),
      })
      await end
      return result
    } catch (error) {
      end.catch(() => undefined)
      abort(transaction)
      throw error
    }
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has ended already.
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
