import { useSyncExternalStore } from 'react'

/** The open request to confirm the user's identity; `answer` reports whether they did. */
let asked: { answer: (isConfirmed: boolean) => void; answered: Promise<boolean> } | undefined
const listeners = new Set<() => void>()

function become(next: typeof asked) {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks the user to confirm their identity, once for all callers that wait for it; false if they would not. */
export function askToConfirm(): Promise<boolean> {
  if (!asked) {
    const { promise: answered, resolve } = Promise.withResolvers<boolean>()
    become({ answered, answer: resolve })
  }
  return asked?.answered ?? Promise.resolve(false)
}

/** Returns true while the user is being asked. */
export function useIsAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked !== undefined,
  )
}

/** Ends the question, and lets the waiting callers continue or give up. */
export function answerAsked(isConfirmed: boolean): void {
  asked?.answer(isConfirmed)
  become(undefined)
}
