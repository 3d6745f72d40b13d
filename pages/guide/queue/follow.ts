import { FestivalError } from '../../../client/src/error.ts'
import { queueWords as words } from '../../../src/web/words/queue-words.ts'

/** The longest wait between two questions, in seconds. */
const longest = 60

type Follow = {
  /** seconds until the first question */
  first: number
  /** asks, and returns after how many seconds to ask again */
  ask: () => Promise<number>
  /** says why there is no answer; empty: there is one */
  say: (text: string) => void
}

/**
 * Asks again and again, never sooner than `ask` says, and up to a fifth later, so that not all ask at once. Without a network it
 * waits for one.
 */
export function follow({ first, ask, say }: Follow): void {
  let wait = first
  const later = () => setTimeout(beat, wait * 1_000 * (1 + Math.random() / 5))
  const beat = async () => {
    if (!navigator.onLine) return say(words.offline)
    try {
      wait = await ask()
      say('')
    } catch (error) {
      if (!(error instanceof FestivalError)) throw error
      say(navigator.onLine ? words.silent : words.offline)
      wait = Math.max(error.retryAfter ?? 0, Math.min(longest, wait * 2))
    }
    timer = later()
  }
  let timer = later()
  if (!navigator.onLine) say(words.offline)
  addEventListener('offline', () => {
    clearTimeout(timer)
    say(words.offline)
  })
  // What was missed is asked for, after the wait that was due.
  addEventListener('online', () => {
    clearTimeout(timer)
    timer = later()
  })
}
