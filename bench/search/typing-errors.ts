/** Texts as people type them, the same in each run. */

/** Returns pseudo-random numbers from 0 to 1, by the generator of "Numerical Recipes". */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export const pick = <T>(random: () => number, list: readonly T[]): T => {
  const picked = list[Math.floor(random() * list.length)]
  if (picked === undefined) throw new Error('There is nothing to pick from')
  return picked
}

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Returns a text with one letter dropped, doubled, exchanged with the next one, or replaced; as it is if it has no letter. */
export function misspelt(text: string, random: () => number): string {
  const letters = [...text]
  const places = letters.flatMap((letter, place) => (/\p{L}/u.test(letter) ? [place] : []))
  if (places.length === 0) return text
  const at = pick(random, places)
  const [letter = '', next] = letters.slice(at)
  const kind = pick(random, ['drop', 'double', 'swap', 'replace'] as const)
  if (kind === 'drop') return letters.toSpliced(at, 1).join('')
  if (kind === 'double') return letters.toSpliced(at, 0, letter).join('')
  if (kind === 'swap' && next !== undefined && next !== letter) {
    return letters.toSpliced(at, 2, next, letter).join('')
  }
  const others = alphabet.filter((one) => one !== letter.toLowerCase())
  return letters.with(at, pick(random, others)).join('')
}
