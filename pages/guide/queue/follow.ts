import { queueWords as words } from '#common/words/queue-words'
import { FestivalError } from '../../../client/src/error.ts'

/** The longest wait between two requests, in seconds. */
const longest = 60

type Follow = {
  /** seconds until the first request */
  first: number
  /** sends the request, and returns the seconds until the next one */
  ask: () => Promise<number>
  /** shows why there is no answer; an empty text: there is one */
  say: (text: string) => void
}

/**
 * Repeats the request, never sooner than `ask` returns, and up to a fifth later, so that not all browsers ask at once.
 * Without a network it waits for one.
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
  // Missed changes are read after the delay that was due.
  addEventListener('online', () => {
    clearTimeout(timer)
    timer = later()
  })
}
