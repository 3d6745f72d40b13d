import type { FestivalError } from '../error.ts'

/** An error as the client throws it; one from a mistake in code has no code. */
export type Failure = Error & Partial<Pick<FestivalError, 'status' | 'code' | 'fields' | 'body'>>

/** The state of a list, as `LiveList` exposes it. */
export type ListState<T> = {
  /** the items read so far */
  readonly data: readonly T[]
  /** true while the first items, or more of them, are being read */
  readonly loading: boolean
  /** the error of the last failed read or change; `data` stays as it was */
  readonly error: Failure | undefined
  /** true if `more` would add something */
  readonly hasMore: boolean
}

/** The state of a list before it is read. */
export const unread: ListState<never> = {
  data: [],
  loading: true,
  error: undefined,
  hasMore: false,
}

/** The source from which a list is read. */
export type Source<T> = {
  /** Returns the items from the first one on. */
  read: (options: { signal: AbortSignal }) => AsyncIterable<T>
  /** number of items that are read at first, and with each `more` */
  size: number
}

type Reading<T> = {
  items: AsyncIterator<T>
  ending: AbortController
  isRunning: boolean
  /** the next item, read in advance to know whether there are more */
  next?: IteratorResult<T>
}

/** A list that is updated while it is open: read in parts, read again, added to and changed. */
export class LiveList<T extends object> {
  state: ListState<T> = unread
  readonly #source: Source<T>
  readonly #tell: () => void
  #reading: Reading<T> | undefined
  /** items from a stream since the reading began, the newest first */
  #arrived: T[] = []
  /** number of changes under way; a read during one could undo the change that is shown */
  #changes = 0
  #isStale = false
  #failure: Failure | undefined
  /** resolves at the end of the last change: changes are made in order */
  #last: Promise<unknown> = Promise.resolve()
  #isOver = false

  /** `tell` is called after each change of `state`. */
  constructor(source: Source<T>, tell: () => void) {
    this.#source = source
    this.#tell = tell
  }

  /** Reads the list again from its start, with as many items as are shown. */
  async reload(): Promise<void> {
    return this.#begin(this.state.data.length)
  }

  /** Reads the next items. */
  async more(): Promise<void> {
    const { data, loading, hasMore, error } = this.state
    if (loading || !(hasMore || error)) return
    this.#set({ loading: true })
    // A read that has failed cannot continue.
    if (error || !this.#reading) await this.#begin(data.length + this.#source.size)
    else await this.#take(this.#reading, { count: this.#source.size, before: data })
  }

  /** Puts an item from a stream at the top. */
  arrive(item: T): void {
    this.#arrived = on([item], this.#arrived)
    this.#set({ data: on([item], this.state.data) })
  }

  /** Shows an error that was not caused by a read. */
  fail(error: unknown): void {
    this.#set({ error: error as Failure, loading: false })
  }

  /** Shows a change at once and makes it; if that fails, the list is read again and `error` holds the reason. */
  async change(
    shown: (data: readonly T[]) => readonly T[],
    make: () => Promise<unknown>,
  ): Promise<void> {
    this.#changes++
    this.#isStale ||= this.#reading?.isRunning === true
    this.#halt()
    this.#set({ data: shown(this.state.data) })
    const made = this.#last.then(make)
    this.#last = made.catch(() => {})
    try {
      await made
    } catch (error) {
      this.#failure = error as Failure
      this.#isStale = true
    }
    this.#changes--
    if (this.#changes > 0 || !this.#isStale) return
    const failure = this.#failure
    this.#failure = undefined
    await this.reload()
    if (failure) this.fail(failure)
  }

  /** Stops reads under way; nothing is read afterwards. */
  stop(): void {
    this.#isOver = true
    this.#halt()
  }

  #halt(): void {
    this.#reading?.ending.abort()
    this.#reading = undefined
  }

  async #begin(count: number): Promise<void> {
    this.#isStale = this.#changes > 0
    if (this.#isStale || this.#isOver) return
    this.#halt()
    this.#arrived = []
    const ending = new AbortController()
    const items = this.#source.read({ signal: ending.signal })[Symbol.asyncIterator]()
    this.#reading = { items, ending, isRunning: false }
    await this.#take(this.#reading, { count: Math.max(count, this.#source.size), before: [] })
  }

  async #take(reading: Reading<T>, { count, before }: { count: number; before: readonly T[] }) {
    reading.isRunning = true
    try {
      const taken: T[] = []
      let next = reading.next ?? (await reading.items.next())
      for (; !next.done && taken.length < count; next = await reading.items.next()) {
        taken.push(next.value)
      }
      reading.next = next
      if (reading.ending.signal.aborted) return
      const data = on(this.#arrived, [...before, ...taken])
      this.#set({ data, loading: false, error: undefined, hasMore: !next.done })
    } catch (error) {
      if (!reading.ending.signal.aborted) this.fail(error)
    } finally {
      reading.isRunning = false
    }
  }

  #set(part: Partial<ListState<T>>): void {
    this.state = { ...this.state, ...part }
    this.#tell()
  }
}

/** Puts items before others, and drops the others that have the same id. */
function on<T extends object>(items: readonly T[], others: readonly T[]): T[] {
  const ids = new Set(items.map(idOf))
  return [...items, ...others.filter((other) => !ids.has(idOf(other)))]
}

const idOf = (item: object) => ('id' in item ? item.id : item)
