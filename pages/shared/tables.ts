/** The tables of a page for devices: each row by the field that is its key, and `kept` by name. */
type KeyValueTable = { kept: { name: string; value: unknown } }
type Row<Rows, Table extends keyof Rows> = Rows[Table]

/** Reads and writes in one transaction; await nothing else in it. */
export type DeskOf<Rows> = {
  get<T extends keyof Rows & string>(table: T, key: string): Promise<Row<Rows, T> | undefined>
  put<T extends keyof Rows & string>(table: T, row: Row<Rows, T>): void
  drop(table: keyof Rows & string, key: string): void
  clear(table: keyof Rows & string): void
  /** Yields to the page between many writes. */
  breathe(): Promise<unknown>
}

/** Opens the database of a page, with the tables and the keys of their rows. */
export async function openTables(name: string, keys: Record<string, string>): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.addEventListener('upgradeneeded', () => {
    for (const [table, keyPath] of Object.entries(keys)) {
      request.result.createObjectStore(table, { keyPath })
    }
  })
  return settled(request)
}

/** A device's data in IndexedDB: looked up row by row, so that not all have to be in memory. */
export class Tables<Rows extends KeyValueTable> {
  readonly #db: IDBDatabase

  /** @param db with a table for each of `Rows` */
  constructor(db: IDBDatabase) {
    this.#db = db
    // Another tab with a newer version must not wait for this one.
    db.addEventListener('versionchange', () => db.close())
  }

  async kept<T>(name: string): Promise<T | undefined> {
    const [row] = await this.read('kept', name)
    return row?.value as T | undefined
  }

  keep(name: string, value: unknown): Promise<void> {
    return this.change((desk) => desk.put('kept', { name, value }))
  }

  /** Returns all rows of a table, or the row of a key. */
  async read<T extends keyof Rows & string>(table: T, key?: string): Promise<Row<Rows, T>[]> {
    return settled<Row<Rows, T>[]>(this.#db.transaction(table).objectStore(table).getAll(key))
  }

  /** Commits all changes or none, and resolves once they are on disk: a phone may turn off at any moment. */
  async change<T>(work: (desk: DeskOf<Rows>) => T | Promise<T>): Promise<T> {
    const transaction = this.#db.transaction(this.#db.objectStoreNames, 'readwrite', {
      durability: 'strict',
    })
    const table = (name: keyof Rows & string) => transaction.objectStore(name)
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
