import { useSearch, useSearchParams } from 'wouter'

type Changes = Record<string, string | undefined>

/**
 * The state of a page, stored in its address (`?q=ada&page=2`), so that the back button and a reload restore it. An
 * empty value is left out. `set` adds a step to the history; `replace` does not, as for typing.
 */
export function useAddress() {
  const [values, setValues] = useSearchParams()
  const change = (changes: Changes, replace: boolean) =>
    setValues(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace },
    )
  return {
    get: (name: string) => values.get(name) ?? '',
    set: (changes: Changes) => change(changes, false),
    replace: (changes: Changes) => change(changes, true),
  }
}

/** The page number in the address, from 1. */
export function pageIn(address: { get: (name: string) => string }): number {
  const page = Number(address.get('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** Returns an address with the query of this one, as when a drawer opens beside a list. */
export function useStoredSearch(): (path: string) => string {
  const search = useSearch()
  return (path) => (search === '' ? path : `${path}?${search}`)
}
