import { useSyncExternalStore } from 'react'
import { isDeveloper, setDeveloper } from '../shared/developer.ts'

const listeners = new Set<() => void>()
let isOn = isDeveloper()

/** Returns whether pages show their API calls, and the function that switches that on and off. */
export function useDeveloper(): [isOn: boolean, set: (next: boolean) => void] {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOn,
  )
  return [shown, become]
}

function become(next: boolean) {
  isOn = next
  setDeveloper(next)
  for (const listener of listeners) listener()
}
