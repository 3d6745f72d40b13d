import { setTimeout as wait } from 'node:timers/promises'

/**
 * `stopping` is aborted when the process stops. A handler that returns how much it has done is asked again at once,
 * until that is nothing.
 */
export type Round = (stopping: AbortSignal) => Promise<number | void>
type Repeated = { seconds: number; handler: Round }

/** Work that each process does by itself every few seconds, never the same twice at once. */
export function createRounds(onError: (error: Error) => void) {
  const rounds: Repeated[] = []
  const stopping = new AbortController()
  let going: Promise<void>[] = []

  const go = async ({ seconds, handler }: Repeated) => {
    while (!stopping.signal.aborted) {
      const done = await handler(stopping.signal).catch(onError)
      if (done) continue
      await wait(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    add: (seconds: number, handler: Round) => {
      rounds.push({ seconds, handler })
    },
    start: () => {
      going = rounds.map(go)
    },
    /** Resolves when what goes on is done. */
    stop: async () => {
      stopping.abort()
      await Promise.all(going)
    },
  }
}
