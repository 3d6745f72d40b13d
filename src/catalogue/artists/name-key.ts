import { searchable } from '#platform/values/text'

/**
 * Returns the form in which artists' names are compared to find one artist under two names: without case, accents,
 * blanks, punctuation and a leading "the". Where fewer than three characters are left, only case, accents and surplus
 * blanks are ignored: `3` and `3!` are two artists.
 */
export function nameKey(name: string): string {
  const searched = searchable(name)
  const bare = searched.replace(/^the (?!the$)/, '').replace(/[\s\p{P}`]/gu, '')
  return [...bare].length < 3 ? searched : bare
}
