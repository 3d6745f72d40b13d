import type { Clock } from '#platform/values/time'
import type { Bus } from './bus.ts'

/** A value, and the names whose changes make it old; `until`: from then on it is old anyway. */
export type FreshValue<T> = { value: T; names: string[]; until?: Date | undefined }

type Options<T> = {
  bus: Bus
  now: Clock
  /** Topic of the bus that reports changes: names, `kind:*` for all that begin so. */
  topic: string
  /** Maximum size of the cache, in the unit of `sizeOf`: values, if that is not given. */
  most: number
  sizeOf?: (value: T) => number
}

type MemoryEntry<T> = {
  value: T
  names: string[]
  size: number
  /** the value is true between these instants of the service's clock */
  from: number
  until: number
  diesAt: number
  wasUsed: boolean
}

type Loading<T> = { told: string[]; found: Promise<T | undefined> }

const maximumAge = 60_000

/**
 * A cache of the process, valid until something it shows changes. It is never older than the hints of the bus: when the
 * line is cut it is emptied and bypassed, a value is not stored if one of its names was reported as changed while it
 * was loaded, and everything expires after a minute. While the database is away the cache stays, until the line is
 * there again. One load at a time for a key: callers that come meanwhile wait for the same, unless a change was
 * reported since it began.
 */
export class Memory<T> {
  readonly #bus: Bus
  readonly #now: Clock
  readonly #most: number
  readonly #sizeOf: (value: T) => number
  readonly #kept = new Map<string, MemoryEntry<T>>()
  readonly #byName = new Map<string, Set<string>>()
  readonly #loading = new Map<string, Loading<T>>()
  #size = 0

  constructor({ bus, now, topic, most, sizeOf = () => 1 }: Options<T>) {
    this.#bus = bus
    this.#now = now
    this.#most = most
    this.#sizeOf = sizeOf
    bus.on(topic, (names) => this.drop(names))
    bus.onSilence(() => this.#forget())
    bus.onReturn(() => this.#forget())
  }

  /** Size of the cache, in the unit of `sizeOf`. */
  get size(): number {
    return this.#size
  }

  /** Returns a cached value that is still true, without a wait. */
  peek(key: string): T | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined || !this.#bus.knowsAll()) return undefined
    const now = this.#now().getTime()
    const isOfAge = performance.now() >= kept.diesAt && this.#bus.isHeard()
    if (now >= kept.until || now < kept.from || isOfAge) {
      this.#remove(key, kept)
      return undefined
    }
    kept.wasUsed = true
    return kept.value
  }

  /** Returns the cached value, else the result of `find`; undefined is not cached. */
  async recall(
    key: string,
    find: () => Promise<FreshValue<T> | undefined>,
  ): Promise<T | undefined> {
    return this.peek(key) ?? this.load(key, find)
  }

  /** Returns the result of `find`, for a key that was looked up and not found; caches it. */
  async load(key: string, find: () => Promise<FreshValue<T> | undefined>): Promise<T | undefined> {
    const running = this.#loading.get(key)
    if (running?.told.length === 0 && this.#bus.isHeard()) return running.found
    const told: string[] = []
    // Starts later, not at once: a change reported from its first moment on must find it among the loads.
    const loading = { told, found: Promise.resolve().then(() => this.#find(key, told, find)) }
    this.#loading.set(key, loading)
    try {
      return await loading.found
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key)
    }
  }

  /** Drops the values that show any of the names. */
  drop(names: string[]): void {
    for (const { told } of this.#loading.values()) told.push(...names)
    for (const name of names) {
      if (name.endsWith('*')) this.#dropKind(name.slice(0, -1))
      else this.#dropKeys(this.#byName.get(name))
    }
  }

  #dropKind(start: string) {
    for (const [name, keys] of this.#byName) if (name.startsWith(start)) this.#dropKeys(keys)
  }

  #dropKeys(keys: Iterable<string> = []) {
    for (const key of keys) {
      const kept = this.#kept.get(key)
      if (kept) this.#remove(key, kept)
    }
  }

  #forget() {
    for (const { told } of this.#loading.values()) told.push('*')
    this.#kept.clear()
    this.#byName.clear()
    this.#size = 0
  }

  async #find(key: string, told: string[], find: () => Promise<FreshValue<T> | undefined>) {
    const from = this.#now().getTime()
    const found = await find()
    if (found === undefined) return undefined
    const { value, names, until } = found
    if (!isOld(names, told) && this.#bus.isHeard()) {
      this.#keep(key, {
        value,
        names,
        size: this.#sizeOf(value),
        from,
        until: until?.getTime() ?? Number.POSITIVE_INFINITY,
        diesAt: performance.now() + maximumAge * this.#bus.timeoutScale,
        wasUsed: false,
      })
    }
    return value
  }

  #keep(key: string, memoryEntry: MemoryEntry<T>) {
    const before = this.#kept.get(key)
    if (before) this.#remove(key, before)
    if (memoryEntry.size > this.#most) return
    this.#makeRoom(this.#most - memoryEntry.size)
    this.#kept.set(key, memoryEntry)
    this.#size += memoryEntry.size
    for (const name of memoryEntry.names) {
      const keys = this.#byName.get(name)
      if (keys) keys.add(key)
      else this.#byName.set(name, new Set([key]))
    }
  }

  /** Removes the oldest values; one that was used since its last turn gets another. */
  #makeRoom(most: number) {
    for (const [key, kept] of this.#kept) {
      if (this.#size <= most) return
      if (kept.wasUsed) {
        kept.wasUsed = false
        this.#kept.delete(key)
        this.#kept.set(key, kept)
      } else {
        this.#remove(key, kept)
      }
    }
  }

  #remove(key: string, { names, size }: MemoryEntry<T>) {
    this.#kept.delete(key)
    this.#size -= size
    for (const name of names) {
      const keys = this.#byName.get(name)
      keys?.delete(key)
      if (keys?.size === 0) this.#byName.delete(name)
    }
  }
}

function isOld(names: string[], told: string[]): boolean {
  if (told.length === 0) return false
  const plain = new Set(told)
  const kinds = told.flatMap((name) => (name.endsWith('*') ? name.slice(0, -1) : []))
  return names.some((name) => plain.has(name) || kinds.some((kind) => name.startsWith(kind)))
}
