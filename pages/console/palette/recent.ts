import type { Choice } from './choices.ts'

/** The number of choices stored in this tab, for each user separately. */
const most = 5
const keyOf = (userId: string) => `console.recent.${userId}`

/** Returns the latest choices of a user, newest first. */
export function recentOf(userId: string): Choice[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]')
  } catch {
    return []
  }
}

/** Stores a choice, without its details, such as an e-mail. */
export function remember(userId: string, { href, label, group }: Choice): void {
  const others = recentOf(userId).filter((choice) => choice.href !== href)
  const kept = [{ href, label, group }, ...others].slice(0, most)
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(kept))
  } catch {
    // Nothing is stored if the browser forbids it.
  }
}
