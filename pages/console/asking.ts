import { useSyncExternalStore } from 'react'

/** What waits for the user to confirm who they are: it is told whether they did. */
let asked: { answer: (isConfirmed: boolean) => void; answered: Promise<boolean> } | undefined
const listeners = new Set<() => void>()

function become(next: typeof asked) {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks the user to confirm who they are, once for all that waits for it; false if they would not. */
export function askToConfirm(): Promise<boolean> {
  if (!asked) {
    const { promise: answered, resolve } = Promise.withResolvers<boolean>()
    become({ answered, answer: resolve })
  }
  return asked?.answered ?? Promise.resolve(false)
}

/** Whether the user is asked. */
export function useIsAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked !== undefined,
  )
}

/** Ends the question, and lets what waits go on or give up. */
export function answerAsked(isConfirmed: boolean): void {
  asked?.answer(isConfirmed)
  become(undefined)
}
