import { useSearch, useSearchParams } from 'wouter'

type Changes = Record<string, string | undefined>

/**
 * What a page shows, as its address has it (`?q=ada&page=2`): going back and a reload keep the place.
 * An empty value is left out. `set` makes a step one can go back from, `replace` does not, as for typing.
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

/** The number of the page in the address, from 1. */
export function pageIn(address: { get: (name: string) => string }): number {
  const page = Number(address.get('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** An address that keeps what is behind the `?` of this one, as when a drawer opens beside a list. */
export function useKeptSearch(): (path: string) => string {
  const search = useSearch()
  return (path) => (search === '' ? path : `${path}?${search}`)
}
