/** Hearts that this browser stores, as long as no account has them. */

/** `start` is the one that was seen; `name` is shown when the gig is gone. */
export type StoredHeart = { start: string | null; name: string; keeps?: boolean }
type Hearts = Record<string, StoredHeart>
type StoredHearts = Record<string, Hearts>

const place = 'festival-hearts'
/** The number of hearts that fit into an address, each with the start that was seen. */
export const most = 100

/** Returns true if anything can be stored at all: browsers can forbid it. */
export function canStore(): boolean {
  try {
    localStorage.setItem(`${place}-try`, '')
    localStorage.removeItem(`${place}-try`)
    return true
  } catch {
    return false
  }
}

/** Returns all stored hearts, by festival. Data that another program has written there counts as nothing. */
export function allStoredHearts(): StoredHearts {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}')
    return isObject(kept) && Object.values(kept).every(isObject) ? (kept as StoredHearts) : {}
  } catch {
    return {}
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const storedHeartsAt = (festival: string): Hearts => allStoredHearts()[festival] ?? {}

/** Changes the stored hearts of a festival. */
export function change(festival: string, act: (hearts: Hearts) => void): void {
  const kept = allStoredHearts()
  const hearts = kept[festival] ?? {}
  act(hearts)
  if (Object.keys(hearts).length === 0) delete kept[festival]
  else kept[festival] = hearts
  localStorage.setItem(place, JSON.stringify(kept))
}

export function removeHearts(festival: string, id: string): void {
  change(festival, (hearts) => delete hearts[id])
}
