/** Names shown to readers who did not choose to hear from their writer: they cannot carry a link. */

const scheme = /[\p{L}\p{N}+.-]*:\/{1,}/gu
/** A dot before two letters makes a domain; full-width and ideographic dots are read as dots (UTS 46). */
const dotOfDomain = /(?<=\S)[.．。｡](?=\p{L}{2})/gu
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/** Returns a name without texts that a mail program turns into links: `evil.example` is `evil. example`. */
export const unlinked = (name: string): string =>
  name
    .replaceAll(controls, ' ')
    .replaceAll(scheme, ' ')
    .replaceAll(dotOfDomain, '. ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** Maximum length of a person's name, in characters. */
const longestName = 40
const person = /^\p{L}[\p{L}\p{M} .'’-]*$/u

/**
 * Returns the name of a person, cut between words after 40 characters; undefined for a text that is no name: with other
 * characters than letters, blanks, hyphens, apostrophes and dots, or with a domain.
 */
export function personName(text: string): string | undefined {
  const name = text.replaceAll(controls, ' ').trim()
  if (!person.test(name) || unlinked(name) !== name) return undefined
  const letters = [...name]
  if (letters.length <= longestName) return name
  const start = letters.slice(0, longestName).join('')
  const end = letters[longestName] === ' ' ? start.length : start.lastIndexOf(' ')
  return end > 0 ? start.slice(0, end) : start
}
