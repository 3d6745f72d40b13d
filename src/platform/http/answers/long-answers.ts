/**
 * Limits the memory that all long answers together may hold: while they are made, and while they are sent to slow
 * readers.
 */
import { Readable } from 'node:stream'
import { busy } from '#platform/values/errors'

const megabyte = 1024 * 1024
/** Shorter answers, in characters, are not counted. */
const long = megabyte
/** Maximum of all answers being made, in characters, each of which takes one or two bytes, and up to three more once it is made into bytes. */
const mostInMaking = 48 * megabyte
/** In bytes. */
const mostOnTheWay = 192 * megabyte

let inMaking = 0

/** Makes an answer of this many characters. If it exceeds the maximum together with others, it is refused (503 `busy`). */
export async function makeLong<T>(size: number, make: () => Promise<T>): Promise<T> {
  if (size < long) return make()
  if (inMaking > 0 && inMaking + size > mostInMaking) throw busy('long answers')
  inMaking += size
  try {
    return await make()
  } finally {
    inMaking -= size
  }
}

type Sending = { stream?: Readable; parts: Buffer[] }

/** The answers being read, the oldest first, and the number of readers that hold the same bytes. */
const sending = new Set<Sending>()
const readers = new Map<Buffer[], number>()
let onTheWay = 0

/**
 * Sends the parts of an answer as fast as they are read. Bytes with several readers are held once; if all are too many,
 * the reader that began first is cut off: a connection that reads little would hold them for ever.
 */
export function sendParts(parts: Buffer[], length: number): Readable {
  const one: Sending = { parts }
  // Counted from its first byte to its last: an answer to HEAD is never read.
  one.stream = Readable.from(counted(one, length))
  return one.stream
}

function* counted(one: Sending, length: number) {
  const { parts } = one
  const others = readers.get(parts) ?? 0
  readers.set(parts, others + 1)
  sending.add(one)
  if (others === 0) onTheWay += length
  makeRoom(one)
  try {
    for (const part of parts) yield part
  } finally {
    sending.delete(one)
    const left = (readers.get(parts) ?? 1) - 1
    if (left > 0) readers.set(parts, left)
    else {
      readers.delete(parts)
      onTheWay -= length
    }
  }
}

function makeRoom(newest: Sending) {
  for (const { stream, parts } of sending) {
    if (onTheWay <= mostOnTheWay || parts === newest.parts) return
    stream?.destroy(new Error('Others needed the memory that this answer held'))
  }
}
