import { setTimeout as wait } from 'node:timers/promises'

type Round = { seconds: number; handler: () => Promise<unknown> }

/** Work that each process does by itself every few seconds, never the same twice at once. */
export function createRounds(onError: (error: Error) => void) {
  const rounds: Round[] = []
  const stopping = new AbortController()
  let going: Promise<void>[] = []

  const go = async ({ seconds, handler }: Round) => {
    while (!stopping.signal.aborted) {
      await handler().catch(onError)
      await wait(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    add: (seconds: number, handler: Round['handler']) => {
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
