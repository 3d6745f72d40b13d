/** Finds the number that solves a challenge of a waiting room, away from the page. */
import { sha256 } from './sha256.ts'

type Challenge = { challenge: string; salt: string; maxnumber: number }

/** The number of hashes computed at a time. */
const atOnce = 512

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solve(data).then((number) => postMessage(number))
})

/** Returns the number; -1 if there is none. */
async function solve({ challenge, salt, maxnumber }: Challenge): Promise<number> {
  const encoder = new TextEncoder()
  for (let first = 0; first <= maxnumber; first += atOnce) {
    const size = Math.min(atOnce, maxnumber + 1 - first)
    const hashes = await Promise.all(
      Array.from({ length: size }, (_, n) => sha256(encoder.encode(`${salt}${first + n}`))),
    )
    const found = hashes.findIndex((hash) => hexOf(hash) === challenge)
    if (found >= 0) return first + found
  }
  return -1
}

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
