/** Sums, rates and days of a document in its language. */
import { regionsIn } from '#platform/values/countries/regions'
import { languages, type ReaderLanguage } from '#platform/values/reader-languages'
import { remember } from '#platform/values/remember'
import { longDates } from '#platform/zones/local-time'

export type Formats = {
  /** cents as `€1,678.99` */
  money: (cents: number) => string
  /** hundredths of a percent as `19 %` */
  rate: (hundredths: number) => string
  count: (number: number) => string
  /** days `YYYY-MM-DD` as `9–11 July 2027` */
  days: (from: string, until?: string) => string
  country: (code: string) => string
}

const known = new Map<ReaderLanguage, Formats>()

/** Returns the formats of a language, made once: `Intl` takes longer to make than a page to draw. */
export function formatsIn(language: ReaderLanguage): Formats {
  const formats = known.get(language) ?? makeFormats(languages[language].locale)
  known.set(language, formats)
  return formats
}

function makeFormats(locale: string): Formats {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
  const number = new Intl.NumberFormat(locale)
  const regions = regionsIn(locale)
  const noon = (date: string) => new Date(`${date}T12:00:00Z`)
  const known = new Map<string, string>()
  const days = (from: string, until: string) => {
    const key = `${from} ${until}`
    const text =
      known.get(key) ?? longDates({ from: noon(from), until: noon(until) }, 'UTC', locale)
    remember(known, { key, value: text, most: 1_000 })
    return text
  }
  return {
    money: (cents) => money.format(cents / 100),
    rate: (hundredths) => `${number.format(hundredths / 100)} %`,
    count: (count) => number.format(count),
    days: (from, until = from) => days(from, until),
    country: (code) => regions.of(code) ?? code,
  }
}
