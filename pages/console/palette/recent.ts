import type { Choice } from './choices.ts'

/** So many are remembered, in this tab, of each user apart. */
const most = 5
const keyOf = (userId: string) => `console.recent.${userId}`

/** What a user has chosen lately, the latest first. */
export function recentOf(userId: string): Choice[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '[]')
  } catch {
    return []
  }
}

/** Remembers a choice, without what is said about it, such as an e-mail. */
export function remember(userId: string, { href, label, group }: Choice): void {
  const others = recentOf(userId).filter((choice) => choice.href !== href)
  const kept = [{ href, label, group }, ...others].slice(0, most)
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(kept))
  } catch {
    // Nothing is remembered where the browser stores nothing.
  }
}
