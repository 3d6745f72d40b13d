import { closest } from '#platform/values/closest'

/** Names for one thing in other APIs, each list headed by ours. */
const synonyms = [
  ['limit', 'page_size', 'per_page', 'size', 'count', 'take'],
  ['offset', 'skip'],
  ['for', 'q', 'query', 'search', 'term'],
  ['photo', 'image', 'picture', 'avatar'],
  ['price', 'amount', 'cost'],
  ['name', 'title'],
  ['description', 'bio', 'about'],
  ['quantity', 'stock', 'capacity'],
].map((names) => new Set(names.map(lettersOf)))

/** Maximum length of our names. */
const longest = 64

/** Returns the known name that was most likely meant by an unknown one; undefined when none is near. */
export function suggestionFor(name: string, known: readonly string[]): string | undefined {
  if (name.length > longest) return undefined
  const letters = lettersOf(name)
  const group = synonyms.find((names) => names.has(letters))
  return (
    known.find((candidate) => lettersOf(candidate) === letters) ??
    known.find((candidate) => group?.has(lettersOf(candidate))) ??
    closest(name, known, (candidate) => slipsIn(Math.min(name.length, candidate.length))) ??
    sharingWords(name, known)
  )
}

/** Reduces a name to its letters: `points_to_use` and `pointsToUse` have the same. */
function lettersOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()
}

/** Number of slips allowed in a name of this length: none in `id`, one in `price`, three at most. */
const slipsIn = (length: number) => Math.min(3, Math.floor(length / 3))

/** Returns the name that has all words of the other, or vice versa: `payment_method`, `processorPaymentMethodId`. */
function sharingWords(name: string, known: readonly string[]): string | undefined {
  const own = wordsOf(name)
  const near = known.flatMap((candidate) => {
    const words = wordsOf(candidate)
    const shared = own.intersection(words).size
    const isNear = shared > 0 && (own.isSubsetOf(words) || words.isSubsetOf(own))
    return isNear ? [{ candidate, shared, others: own.size + words.size - 2 * shared }] : []
  })
  const [nearest] = near.toSorted((a, b) => b.shared - a.shared || a.others - b.others)
  return nearest?.candidate
}

/** Returns the words of a name except the shortest, such as `id` and `to`, which many names share. */
function wordsOf(name: string): Set<string> {
  const words = name.split(/[^\p{L}\p{N}]+|(?<=[a-z\d])(?=[A-Z])/u)
  return new Set(words.filter(({ length }) => length > 2).map((word) => word.toLowerCase()))
}
