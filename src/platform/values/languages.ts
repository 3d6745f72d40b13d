/** Languages as BCP 47 tags, and the choice of the one that a reader understands best. */
import { type Static, Type } from 'typebox'
import { Format } from 'typebox/format'

const longest = 35
const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Returns a tag in its canonical spelling; undefined for a malformed one, or one of an unknown language. */
export function toLanguage(tag: string): string | undefined {
  if (tag.length > longest) return undefined
  try {
    const { baseName, language } = new Intl.Locale(tag)
    return language !== 'und' && names.of(language) !== undefined ? baseName : undefined
  } catch {
    return undefined
  }
}

Format.Set('language', (tag) => toLanguage(tag) !== undefined)

export const Language = Type.String({
  maxLength: longest,
  format: 'language',
  description: 'BCP 47 tag of a language',
  examples: ['en'],
})
export type Language = Static<typeof Language>

/** Returns the language and the script of a tag: equal ones can be read by the same readers. */
function written(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize()
  return `${language}-${script}`
}

/** Returns true if readers of one language can read the other: `de-AT` and `de`, but not `zh-TW` and `zh-CN`. */
export function isSameLanguage(one: string, other: string): boolean {
  return one === other || written(one) === written(other)
}

/**
 * Returns the first of `offered` in the language that a reader prefers: the same tag, else the same language. Undefined
 * if there is none.
 * @param wanted the reader's languages, the preferred one first
 */
export function bestOf(wanted: readonly string[], offered: readonly string[]): string | undefined {
  for (const tag of wanted) {
    const found =
      offered.find((one) => one === tag) ?? offered.find((one) => isSameLanguage(one, tag))
    if (found !== undefined) return found
  }
  return undefined
}

/** Maximum number of a reader's languages that are read. */
const mostRead = 5

/** Returns the languages of an `Accept-Language` header (RFC 9110), the preferred one first; unknown ones are left out. */
export function readAcceptLanguage(header = ''): string[] {
  const ranked = header
    .slice(0, 500)
    .split(',')
    .flatMap((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim())
      const weight = parameters.find((text) => /^q=/i.test(text))?.slice(2) ?? '1'
      const tag = toLanguage(range)
      return tag !== undefined && Number(weight) > 0 ? [{ tag, weight: Number(weight) }] : []
    })
  const sorted = ranked.toSorted((one, other) => other.weight - one.weight)
  return [...new Set(sorted.map(({ tag }) => tag))].slice(0, mostRead)
}
