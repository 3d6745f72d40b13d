/**
 * Long work in slices: work that takes longer than a few milliseconds lets other requests have their turn in between.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Time that work continues before others have a turn, ms. */
const longest = 4
/** The size of a part, in characters: written, or hashed, in less than a millisecond. */
export const partSize = 64 * 1024

let lastTurn: Promise<void> = Promise.resolve()

/** Resolves with a turn of the event loop of its own: one of any number of waiting callers continues in each turn. */
export function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/**
 * Returns a function to await between the parts of long work. It waits for another turn of the event loop once 4 ms
 * have passed since the last one.
 */
export function inTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longest) return
    await nextTurn()
    began = performance.now()
  }
}

/** Yields items as text, in parts of about `partSize` characters, between which others have their turn. */
export async function* textsOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  write: (item: Item) => string,
): AsyncGenerator<string> {
  const turn = inTurns()
  let text = ''
  for await (const item of items) {
    text += write(item)
    await turn()
    if (text.length < partSize) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

/**
 * Yields the parts of a JSON text. It is cut between two objects: there no field of ours, and no character, lies on
 * both sides.
 */
export function* partsOf(text: string): Generator<string> {
  let from = 0
  while (text.length - from > partSize) {
    const at = text.indexOf('},{', from + partSize)
    if (at === -1) break
    yield text.slice(from, at + 2)
    from = at + 2
  }
  yield text.slice(from)
}

/** The bytes of an answer, in parts of about 64 KB if it is long, their total length, and its weak ETag. */
export type Bytes = { parts: Buffer[]; length: number; etag: string }

/** Converts a text to bytes, each part of it changed by `change`; others have their turn meanwhile. */
export async function toBytes(
  texts: Iterable<string>,
  change: (part: string) => string,
): Promise<Bytes> {
  const turn = inTurns()
  const parts: Buffer[] = []
  const hash = createHash('sha1')
  let [text, length] = ['', 0]
  const finish = async () => {
    const bytes = Buffer.from(change(text))
    hash.update(bytes)
    parts.push(bytes)
    length += bytes.length
    text = ''
    await turn()
  }
  for (const long of texts) {
    for (const part of partsOf(long)) {
      text += part
      if (text.length >= partSize) await finish()
    }
  }
  if (text !== '' || parts.length === 0) await finish()
  return { parts, length, etag: `W/"${hash.digest('base64url')}"` }
}
