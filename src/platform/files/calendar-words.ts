/** The names of months and weekdays in European languages, as `Intl` has them, long and short. */

import { plain } from '#platform/values/names'
import { languageCodes } from '#platform/values/reader-languages'

const locales = [...languageCodes, 'nl', 'da', 'sv', 'nb', 'pt', 'pl', 'ru', 'uk']

/** Folds a text for comparison: without case, accents and full stops; ä, ö and ü also as ae, oe and ue. */
export const foldWord = (text: string): string => plain(text).replace(/\.$/, '')

const german = (text: string) =>
  text.replace(/[äöü]/gi, (letter) => `${letter.normalize('NFD').charAt(0)}e`)

type Numbered = [number: number, date: Date]

/** Returns the words for each date in every language, each with and without its accents. */
function wordsFor(dates: Numbered[], forms: Intl.DateTimeFormatOptions[]): [string, number][] {
  // One formatter for all dates: to make it takes longer than all its texts.
  const formats = locales.flatMap((locale) =>
    forms.map((form) => new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' })),
  )
  return formats.flatMap((format) =>
    dates.flatMap(([number, date]) => {
      const parts = format.formatToParts(date)
      const text = parts.find(({ type }) => type === 'month' || type === 'weekday')?.value ?? ''
      const words = [foldWord(text), foldWord(german(text))]
      return words
        .filter((word) => /^\p{L}{2,}/u.test(word))
        .map((word): [string, number] => [word, number])
    }),
  )
}

/** Collects the words of each date. Words that mean two in two languages are left out. */
function collect(dates: Numbered[], forms: Intl.DateTimeFormatOptions[]): Map<string, number> {
  const found = wordsFor(dates, forms)
  const numbers = Map.groupBy(found, ([word]) => word)
  return new Map(
    found.filter(([word]) => new Set(numbers.get(word)?.map(([, number]) => number)).size === 1),
  )
}

const lengths = ['long', 'short'] as const

/** Months from 1 to 12 by their names. */
export const months: ReadonlyMap<string, number> = new Map([
  ...collect(
    Array.from({ length: 12 }, (_, index) => [index + 1, new Date(Date.UTC(2027, index, 15))]),
    lengths.flatMap((month) => [{ month }, { month, day: 'numeric' } as const]),
  ),
  ['sept', 9],
])

/** Weekdays from 0, Sunday, to 6 by their names. */
export const weekdays: ReadonlyMap<string, number> = new Map([
  ...collect(
    // 3 January 2027 is a Sunday.
    [0, 1, 2, 3, 4, 5, 6].map((weekday) => [weekday, new Date(Date.UTC(2027, 0, 3 + weekday))]),
    lengths.map((weekday) => ({ weekday })),
  ),
  ['tues', 2],
  ['thur', 4],
  ['thurs', 4],
  ['sonnabend', 6],
])

/** Returns the alternatives of a pattern, the longest first. */
export const alternatives = (words: Iterable<string>): string =>
  [...words]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => RegExp.escape(word))
    .join('|')
