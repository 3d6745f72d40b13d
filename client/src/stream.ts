import { createParser } from 'eventsource-parser'
import { FestivalError, unreachable } from './error.ts'
import { backOff, pause } from './wait.ts'
import { type CallOptions, failure, type Wire } from './wire.ts'

export type StreamOptions = Omit<CallOptions, 'idempotencyKey'> & {
  /** the id of the last message received earlier; later messages are sent first */
  lastEventId?: string | undefined
  /** silence after which a connection counts as broken, ms; the service sends something every 10 s */
  silence?: number | undefined
  /** the delay before reconnecting, in ms, until the service has set it */
  retry?: number | undefined
  /** called with true when the connection opens, and with false when it is cut and will be reopened */
  onLine?: ((isOpen: boolean) => void) | undefined
}

/** The position of a reader, its delay before reconnecting, and its failed attempts. */
type ReaderPosition = {
  /** the id of the last message with an id, and the messages since, which may be sent again */
  last: string | undefined
  since: Set<unknown>
  retry: number
  failures: number
}
type Reading = { wire: Wire; path: string; options: StreamOptions; place: ReaderPosition }

/**
 * The messages of an event stream. A broken connection is reopened where it was cut, so that no message is
 * lost or doubled. It ends when `signal` is aborted.
 * @throws FestivalError when reconnecting is of no use, such as 401 and 403
 */
export async function* readStream<T extends object>(
  wire: Wire,
  path: string,
  options: StreamOptions = {},
): AsyncGenerator<T, void, undefined> {
  const { signal, lastEventId: last, retry = 3000 } = options
  const readerPosition: ReaderPosition = { last, since: new Set(), retry, failures: 0 }
  for (;;) {
    let wait = 0
    try {
      yield* readLine<T>({ wire, path, options, place: readerPosition })
    } catch (error) {
      wait = waitAfter(error, signal)
    }
    if (!signal?.aborted) options.onLine?.(false)
    // A connection that ended is reopened after the delay requested by the service; a connection that fails to open is
    // retried after growing delays.
    await pause(wait + backOff(readerPosition.retry, readerPosition.failures++), signal).catch(
      () => {},
    )
    if (signal?.aborted) return
  }
}

/** The minimum delay, in ms. @throws the error, when reconnecting is of no use */
function waitAfter(error: unknown, signal: AbortSignal | undefined): number {
  if (signal?.aborted) return 0
  const isPassing =
    error instanceof FestivalError &&
    ((error.status === 0 && error.code === undefined) ||
      error.status === 429 ||
      error.status >= 500)
  if (!isPassing) throw error
  return (error.retryAfter ?? 0) * 1000
}

/** Reads one connection until it ends. */
async function* readLine<T extends object>(reading: Reading): AsyncGenerator<T, void, undefined> {
  const { options, place } = reading
  const line = new AbortController()
  const cut = () => line.abort(unreachable('Nothing was heard'))
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(cut, options.silence ?? 45_000)
  }
  options.signal?.addEventListener('abort', cut)
  if (options.signal?.aborted) cut()
  try {
    heard()
    for await (const items of pieces(reading, line.signal)) {
      // The reader may be slow.
      clearTimeout(timer)
      for (const item of items) {
        const value = take<T>(item, place)
        if (value) yield value
      }
      heard()
    }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', cut)
    cut()
  }
}

type Item = { id?: string; data?: string }

/** The content of a message, unless it was received before; an id confirms all messages before it. */
function take<T extends object>({ id, data }: Item, readerPosition: ReaderPosition): T | undefined {
  // A connection starts with the current position.
  if (id !== undefined && id !== readerPosition.last) {
    readerPosition.last = id
    readerPosition.since.clear()
  }
  if (data === undefined) return undefined
  const value = JSON.parse(data) as T & { id: unknown }
  if (readerPosition.since.has(value.id)) return undefined
  readerPosition.since.add(value.id)
  return value
}

/** The content of each chunk, which may be only a comment. */
async function* pieces({ wire, path, options, place }: Reading, signal: AbortSignal) {
  const body = await open({ wire, path, options, place }, signal)
  place.failures = 0
  let items: Item[] = []
  const parser = createParser({
    onId: (id) => items.push({ id }),
    onEvent: ({ data }) => items.push({ data }),
    onRetry: (milliseconds) => {
      place.retry = milliseconds
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { value, done } = await reader.read().catch(failure(signal))
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
    yield items
    items = []
  }
}

async function open({ wire, path, options, place }: Reading, signal: AbortSignal) {
  const headers = {
    accept: 'text/event-stream',
    ...(place.last !== undefined && { 'last-event-id': place.last }),
    ...options.headers,
  }
  const { body } = await wire.open({ method: 'GET', path, options: { headers, signal } })
  if (body) options.onLine?.(true)
  return body ?? unread()
}

/** An answer without a body is a connection that ended at once. */
function unread(): never {
  throw unreachable('The answer is empty')
}
