import type { FestivalClient } from '../index.ts'
import type { LiveList } from './live-list.ts'

type Running = { list?: unknown; stop(): void }
type Shared = { running: Running; listeners: Set<(told: never) => void> }

/** An event of a stream: an item, its opening, or the error that ended it. */
export type StreamEvent<T> = { item: T } | { isOpen: true } | { error: unknown }

/**
 * The lists and streams of one provider. Components that request the same one share it; it ends with the last of
 * them.
 */
export class Scope {
  readonly client: FestivalClient
  readonly #shared = new Map<string, Shared>()

  constructor(client: FestivalClient) {
    this.client = client
  }

  /** Returns a list that is in use. */
  list<T extends object>(key: string): LiveList<T> | undefined {
    return this.#shared.get(key)?.running.list as LiveList<T> | undefined
  }

  /** Adds a listener, and starts its stream if it is the first. Returns a function that removes the listener. */
  join<T>(
    key: string,
    start: (tell: (told: T) => void) => Running,
    listener: (told: T) => void,
  ): () => void {
    const one = this.#shared.get(key) ?? { running: { stop: () => {} }, listeners: new Set() }
    one.listeners.add(listener)
    if (!this.#shared.has(key)) {
      this.#shared.set(key, one)
      one.running = start((told) => {
        for (const listener of one.listeners) listener(told as never)
      })
    }
    return () => {
      one.listeners.delete(listener)
      // Deferred: later in the same commit another component may join, or this one again in StrictMode.
      queueMicrotask(() => {
        if (one.listeners.size > 0 || this.#shared.get(key) !== one) return
        this.#shared.delete(key)
        one.running.stop()
      })
    }
  }

  /** Listens to one of the streams, which all listeners share. */
  listen<S extends keyof Streams>(
    name: S,
    listener: (event: StreamEvent<Streams[S]>) => void,
  ): () => void {
    const start = (tell: (event: StreamEvent<Streams[S]>) => void) => {
      const ending = new AbortController()
      const { signal } = ending
      const onLine = (isOpen: boolean) => isOpen && tell({ isOpen })
      const read = async () => {
        const stream = this.client[name].stream({ signal, onLine })
        for await (const item of stream) tell({ item: item as Streams[S] })
      }
      read().catch((error: unknown) => signal.aborted || tell({ error }))
      return { stop: () => ending.abort() }
    }
    return this.join(`${name} stream`, start, listener)
  }
}

type ItemOf<S> = S extends (...args: never[]) => AsyncIterable<infer T> ? T : never
/** The streams of the client, with the type of their items. */
export type Streams = {
  [S in 'notifications' | 'activity']: ItemOf<FestivalClient[S]['stream']>
}
