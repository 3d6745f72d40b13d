/** The words of a written time: days, times, dashes. */
import { alternatives, months, weekdays } from './calendar-words.ts'
import type { DayOrder, WrittenDay } from './written-day.ts'

const month = alternatives(months.keys())
const weekday = alternatives(weekdays.keys())
const number = (text: string | undefined) => Number(text ?? Number.NaN)
const yearOf = (text: string | undefined) =>
  text === undefined ? undefined : number(text) + (text.length < 3 ? 2000 : 0)

/** A day, a time, a dash between two of them, or the word for an end that is open. */
export type Token =
  | { kind: 'day'; day: WrittenDay; isIso?: boolean }
  | { kind: 'time'; minutes: number; half?: 'am' | 'pm' | undefined }
  /** `isAt`: a word that means "at" as well, such as `à` in `samedi à 20h` */
  | { kind: 'to'; isAt?: boolean }
  | { kind: 'open' }

type Groups = Record<string, string | undefined>
type Rule = [pattern: RegExp, read: (groups: Groups, order: DayOrder) => Token | undefined]

// `a` before a number is a word: `20:00 a 21:00`.
const half = '(?:\\s*(?<half>[ap])(?:\\.?\\s?m\\b\\.?|\\b(?!\\p{L}|\\s*\\d)))?'
const clock = "(?:uhr|hrs?|hs|h|heures?|horas?|uur|u|o'?clock)\\b\\.?"
const oclock = `(?:\\s*${clock})?`
/** The end of a word in any alphabet: `\b` knows ASCII alone. */
const wordEnd = '(?![\\p{L}\\p{N}_])'
const sticky = (source: string) => new RegExp(source, 'uy')

function dateToken(year: string | undefined, monthOf: number, day: number): Token {
  return { kind: 'day', day: { date: { year: yearOf(year), month: monthOf, day } } }
}

/** Returns undefined for `20.30`. */
function calendarDay(monthOf: number, day: number): Token | undefined {
  const isDay = monthOf >= 1 && monthOf <= 12 && day >= 1 && day <= 31
  return isDay ? dateToken(undefined, monthOf, day) : undefined
}

function byOrder({ a, b, y }: Groups, order: DayOrder): Token {
  const [day, monthOf] = order === 'mdy' ? [number(b), number(a)] : [number(a), number(b)]
  if (monthOf <= 12 && day <= 12 && monthOf !== day) {
    const date = { year: yearOf(y), month: monthOf, day, isAmbiguous: true as const }
    return { kind: 'day', day: { date } }
  }
  // Only one reading may be a date at all.
  return monthOf > 12 && day <= 12 ? dateToken(y, day, monthOf) : dateToken(y, monthOf, day)
}

function timeToken({ h, m = '0', half: letter }: Groups): Token | undefined {
  const [hours, minutes] = [number(h), number(m)]
  if (hours > 47 || minutes > 59) return undefined
  const isTwelve = letter !== undefined && hours >= 1 && hours <= 12
  const read = isTwelve ? (hours % 12) + (letter === 'p' ? 12 : 0) : hours
  return {
    kind: 'time',
    minutes: read * 60 + minutes,
    half: isTwelve ? (letter === 'p' ? 'pm' : 'am') : undefined,
  }
}

const words: [RegExp, number][] = [
  [sticky('(?:12 )?(?:noon|midday|mittags?|midi|mediodia|mezzogiorno)\\b'), 720],
  [sticky('(?:12 )?(?:midnight|mitternacht|minuit|medianoche|mezzanotte)\\b'), 1440],
]

const rules: Rule[] = [
  [
    sticky('(?<y>\\d{4})([-/.])(?<b>\\d{1,2})\\2(?<a>\\d{1,2})(?![\\d])t?'),
    ({ y, a, b }) => ({ ...dateToken(y, number(b), number(a)), isIso: true }) as Token,
  ],
  [
    sticky('(?<y>(?:19|20)\\d{2})(?<b>\\d{2})(?<a>\\d{2})(?!\\d)t?'),
    ({ y, a, b }) => ({ ...dateToken(y, number(b), number(a)), isIso: true }) as Token,
  ],
  [
    sticky(
      `(?<a>\\d{1,2})(?:st|nd|rd|th|er|e|\\.|º|o)?[\\s-]*(?:of |de |d')?(?<m>${month})${wordEnd}\\.?(?:[\\s,-]*(?:de )?(?<y>\\d{4}|(?<=-)\\d{2}|'\\d{2}|(?:2[4-9]|[3-9]\\d)(?=\\s*$|,?\\s+\\d{1,2}[:.]\\d\\d))(?![\\d:]))?`,
    ),
    ({ a, m, y }) => dateToken(y?.replace("'", ''), months.get(`${m}`) ?? 0, number(a)),
  ],
  [
    sticky(
      `(?<m>${month})${wordEnd}\\.?\\s*(?<a>\\d{1,2})(?:st|nd|rd|th)?(?![\\d.:h/]|\\s(?:de )?(?:${month})${wordEnd})(?:,?\\s*(?<y>\\d{4})(?![\\d:]))?`,
    ),
    ({ a, m, y }) => dateToken(y, months.get(`${m}`) ?? 0, number(a)),
  ],
  [
    // `17.7. 22 Uhr` and `17.7. 22.30` have no year.
    sticky(
      `(?<a>\\d{1,2})([./-])\\s?(?<b>\\d{1,2})\\2\\s?(?<y>\\d{4}|\\d{2})(?![\\d:]|\\.\\d|\\s*(?:${clock}|[ap]\\.?m\\b))`,
    ),
    byOrder,
  ],
  [
    sticky('(?<a>\\d{1,2})\\.\\s?(?<b>\\d{1,2})\\.'),
    ({ a, b }) => dateToken(undefined, number(b), number(a)),
  ],
  [
    // A dot between two numbers stands in a date where a time follows, or after a weekday where the minute would be odd.
    sticky(
      `(?<a>\\d{1,2})\\.(?<b>\\d{1,2})(?=,?\\s+(?:um |ab |kl\\.? )?\\d{1,2}(?:[:.]\\d\\d|\\s*${clock}|\\s*[ap]\\.?m\\b))|(?<=\\b(?:${weekday})\\.?,? ?)(?<a2>\\d{1,2})\\.(?<b2>0?[1-46-9]|1[12])(?![\\d.:]|\\s*(?:${clock}|[ap]\\.?m\\b|-\\s*\\d))`,
    ),
    ({ a, b, a2 = a, b2 = b }) => calendarDay(number(b2), number(a2)),
  ],
  [sticky('(?<a>\\d{1,2})/(?<b>\\d{1,2})(?![\\d/])'), byOrder],
  [
    sticky(
      `(?:day|tag|jour|dia|giorno|dag)\\s*(?<n>\\d{1,2})\\s*[-:,(]?\\s*(?<w>${weekday})${wordEnd}\\.?\\)?`,
    ),
    ({ n, w }) => ({ kind: 'day', day: { nth: number(n), weekday: weekdays.get(`${w}`) ?? 0 } }),
  ],
  [
    sticky('(?:day|tag|jour|dia|giorno|dag)\\s*(?<n>\\d{1,2})\\b|(?<n2>\\d{1,2})\\.\\s*tag\\b'),
    ({ n, n2 }) => ({ kind: 'day', day: { nth: number(n ?? n2) } }),
  ],
  ...words.map(([pattern, minutes]): Rule => [pattern, () => ({ kind: 'time', minutes })]),
  [
    sticky(
      `(?<h>\\d{1,2})(?:[:.]|\\s?[hu]\\s?)(?<m>\\d{2})(?::\\d{2}(?:[.,]\\d+)?)?(?!\\d)${half}${oclock}`,
    ),
    timeToken,
  ],
  [sticky(`(?<h>\\d{1,2})\\s*(?<half>[ap])(?:\\.?\\s?m\\b\\.?|\\b(?!\\s*\\d))`), timeToken],
  [sticky(`(?<h>\\d{1,2})\\s*${clock}`), timeToken],
  [
    // `ore 21`, `kl. 20`
    sticky('(?<=\\b(?:kl|ore|alle|las|um|ab)\\b\\.? )(?<h>\\d{1,2})(?![\\d:.h/])'),
    timeToken,
  ],
  [
    sticky(
      `(?<w>${weekday})${wordEnd}\\.?,?\\s+(?<a>\\d{1,2})(?:st|nd|rd|th|\\.)?(?![\\d:./\\p{L}]|\\s*(?:[ap]\\.?m|${clock}|-\\s*\\d|(?:of |de )?(?:${month})))`,
    ),
    ({ w, a }) => ({
      kind: 'day',
      day: { weekday: weekdays.get(`${w}`) ?? 0, monthDay: number(a) },
    }),
  ],
  [
    sticky('(?<a>\\d{1,2})(?:st|nd|rd|th)\\b'),
    ({ a }) => ({ kind: 'day', day: { monthDay: number(a) } }),
  ],
  [
    sticky(`(?<w>${weekday})(?:abends?|nachts?|(?:vor|nach)?mittags?)?${wordEnd}\\.?`),
    ({ w }) => ({ kind: 'day', day: { weekday: weekdays.get(`${w}`) ?? 0 } }),
  ],
  [
    sticky("(?:-+>?|→|~|to\\b|till?\\b|until\\b|bis\\b|jusqu'?a\\b|hasta\\b)"),
    () => ({ kind: 'to' }),
  ],
  [sticky('a(?: las?|s|l|lle|u)?\\b(?=\\s*\\d)'), () => ({ kind: 'to', isAt: true })],
  [
    sticky('(?:late|open(?:[\\s-]?end)?|close|end(?:e)?|fin|fine|\\?+)\\b|\\?+'),
    () => ({ kind: 'open' }),
  ],
]

/** Words and signs that say nothing: `um`, `at`, commas. */
const filler = sticky(
  "(?:[\\s,;|@·•()\\[\\]]+|(?:a partir (?:de|des|du)|at|from|um|von|ab|le|la|las|el|il|am|de|des|desde|da|das|dal|dalle|kl|ore|vers|gegen|ca|circa)\\b\\.?|(?:uhr|h)\\b\\.?|(?:night|evening|afternoon|morning|abends?|nachts?|(?:vor|nach)mittags?|soir|nuit|noche|tarde|sera|notte)\\b|d')",
)

/** Returns the words of a text; undefined if some of it is none. */
export function tokensOf(text: string, order: DayOrder): Token[] | undefined {
  const tokens: Token[] = []
  let at = 0
  next: while (at < text.length) {
    for (const [pattern, read] of rules) {
      pattern.lastIndex = at
      const found = pattern.exec(text)
      const token = found && read(found.groups ?? {}, order)
      if (!token) continue
      tokens.push(token)
      at = pattern.lastIndex
      continue next
    }
    filler.lastIndex = at
    if (!filler.test(text)) return undefined
    at = filler.lastIndex
  }
  return tokens
}
