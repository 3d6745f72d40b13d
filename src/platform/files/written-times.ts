/**
 * Days and times as people write them: `Friday`, `17.7.27`, `8:00 PM`, `18:00 Uhr`, `13:15 - 13:45`, `25:30`, and the
 * serial numbers of spreadsheets. What depends on the festival or on the column is left open: see `resolveDay`.
 */
import { plain } from '#platform/values/names'
import { foldWord } from './calendar-words.ts'
import { type Token, tokensOf } from './time-tokens.ts'
import type { DayOrder, WrittenDay } from './written-day.ts'

/** A time as a text states it. Times are minutes since midnight of the day, more than 1,440 after the next midnight. */
export type WrittenTime = {
  day?: WrittenDay
  endDay?: WrittenDay
  start?: number
  /** null: the end is said to be open */
  end?: number | null
  /** true if the text is a complete local date and time, which no rule about nights moves */
  isExact?: boolean
}

/** Numbers that spreadsheets write: days since 1900, and fractions of a day. */
const serial = /^(?:\d{5}(?:[.,]\d+)?|[01]?[.,]\d{3,}|[01][.,]\d{2,}\d*e-\d+|0[.,]\d+)$/
const epoch = Date.UTC(1899, 11, 30)

/** Reads the number of a spreadsheet, rounded to the minute. */
export function readSerial(text: string): WrittenTime | undefined {
  if (!serial.test(text)) return undefined
  const value = Number(text.replace(',', '.'))
  const minutes = Math.round(value * 1440)
  if (value < 2) return { start: minutes }
  const date = new Date(epoch + Math.floor(minutes / 1440) * 86_400_000)
  const day = {
    date: { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() },
  }
  return Number.isInteger(value) ? { day } : { day, start: minutes % 1440, isExact: true }
}

/** Makes dashes, blanks, digits and letters of one kind. */
const uniform = (text: string) =>
  fromJapanese(plain(text.replace(/[‐-―−]/g, '-').replace(/[’´`]/g, "'"))).replace(
    /(?<=\d:\d\d) ?\/ ?(?=\d{1,2}:\d\d)/g,
    ' - ',
  )

/** Writes `7月17日(土) 20時30分` as `17.7. sat 20:30`. */
const fromJapanese = (text: string) =>
  text
    .replace(/(\d{4})年 ?(\d{1,2})月 ?(\d{1,2})日/g, '$3.$2.$1 ')
    .replace(/(\d{1,2})月 ?(\d{1,2})日/g, '$2.$1. ')
    .replace(
      /\(([日月火水木金土])(?:曜日?)?\)|([日月火水木金土])曜日?/g,
      (_, one, other) => `${japaneseWeekdays[one ?? other]} `,
    )
    .replace(/(\d{1,2})時(?:(\d{2})分)?/g, (_, hours, minutes = '00') => `${hours}:${minutes}`)
    .trim()

const japaneseWeekdays: Record<string, string> = {
  日: 'sun',
  月: 'mon',
  火: 'tue',
  水: 'wed',
  木: 'thu',
  金: 'fri',
  土: 'sat',
}

/** Reads a text. Returns undefined if it is not a day, a time, or both. */
export function readWritten(text: string, order: DayOrder = 'dmy'): WrittenTime | undefined {
  const folded = uniform(text)
  return readSerial(folded) ?? readBare(folded) ?? compose(tokensOf(folded, order) ?? [])
}

/** `20` and `2000` alone are hours. */
function readBare(text: string): WrittenTime | undefined {
  const [, h, m = '00'] = /^(\d{1,2})(?:([0-5]\d)(?: ?h| hrs)?)?$/.exec(text) ?? []
  if (h !== undefined && Number(h) < 48) return { start: Number(h) * 60 + Number(m) }
  const range = bareRange(text)
  return range === undefined ? undefined : compose(tokensOf(range, 'dmy') ?? [])
}

/** Writes `9-10` and `2000-2045` with colons. */
function bareRange(text: string): string | undefined {
  if (/^\d{4} ?- ?\d{4}$/.test(text)) return text.replace(/(\d\d)(\d\d)/g, '$1:$2')
  const [, from, to] =
    /^(\d{1,2}) ?- ?(\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?| uhr| ?h)?)$/.exec(text) ?? []
  if (from === undefined || to === undefined) return undefined
  return `${from}:00 - ${/[:.a-z]/.test(to) ? to : `${to}:00`}`
}

/** Reads a text in a column or a heading that is a day: `17.07` is no time there. */
export function readWrittenDay(text: string, order?: DayOrder): WrittenTime | undefined {
  const isDotted = /^(?:\p{L}{2,}\.?,? *)?\d{1,2}\.(?:0?[1-9]|1[0-2])$/u.test(text.trim())
  return readWritten(isDotted ? `${text.trim()}.` : text, order)
}

/** Puts the parts of a text together: at most a day and a time, and the same again after a dash. */
function compose(all: Token[]): WrittenTime | undefined {
  const time = all.findIndex(({ kind }) => kind === 'time')
  // `samedi à 20h`
  const tokens = all.filter((token, at) => at > time || token.kind !== 'to' || !token.isAt)
  const split = tokens.findIndex(({ kind }) => kind === 'to')
  const isRange = split >= 0
  const first = part(isRange ? tokens.slice(0, split) : tokens)
  const last = part(isRange ? tokens.slice(split + 1) : [])
  if (!first || !last || isIncomplete(first, isRange)) return undefined
  return { ...startOf(first, last), ...(isRange && endOf(last)) }
}

function startOf({ day, time, isIso }: Part, last: Part): WrittenTime {
  if (!time) return day ? { day } : {}
  const start = inheritHalf(time, last.time)
  return { ...(day && { day }), start, ...(isIso && { isExact: true }) }
}

const endOf = ({ day, time }: Part): WrittenTime => ({
  ...(day && { endDay: day }),
  end: time?.minutes ?? null,
})

/** A range needs its start, any other text a day or a time. */
const isIncomplete = ({ day, time }: Part, isRange: boolean) =>
  time === undefined && (isRange || day === undefined)

type Time = Extract<Token, { kind: 'time' }>
type Part = { day?: WrittenDay; time?: Time; isIso?: boolean }

function part(tokens: Token[]): Part | undefined {
  let found: Part | undefined = {}
  for (const token of tokens) found = found && withToken(found, token)
  return found
}

/** Returns undefined for a second time, or a second day that is not the weekday of the first. */
function withToken(found: Part, token: Token): Part | undefined {
  if (token.kind === 'time') return found.time ? undefined : { ...found, time: token }
  if (token.kind === 'to') return undefined
  if (token.kind === 'open') return found
  const day = found.day ? both(found.day, token.day) : token.day
  return day && { ...found, day, isIso: found.isIso === true || token.isIso === true }
}

/** A weekday beside a date. */
function both(one: WrittenDay, other: WrittenDay): WrittenDay | undefined {
  const [dated, named] = one.date ? [one, other] : [other, one]
  if (!dated.date || !('weekday' in named) || named.date || named.weekday === undefined)
    return undefined
  return { date: dated.date, weekday: named.weekday }
}

/** In `8:00 - 9:30 PM` the start is in the evening too, in `11 - 1 PM` it is not. */
function inheritHalf({ minutes, half: own }: Time, end: Time | undefined): number {
  if (own || end?.half !== 'pm' || minutes >= 720) return minutes
  return minutes + 720 <= end.minutes ? minutes + 720 : minutes
}

/** Words of the guide's languages and of Dutch, without blanks and full stops. */
const open = new RegExp(
  `^(?:${[
    '(?:dj|band|act|headliner|support|specialguests?|more)?tb[acd]',
    'tba/?tbc',
    'nn|n/a',
    'tobe(?:announced|confirmed|decided|determined)|comingsoon',
    'wirdnochbekannt(?:ge)?geben|wirdbekanntgegeben|folgt(?:noch)?|nochoffen|offen',
    'a(?:confirmer|annoncer|venir|determiner|definir|preciser)',
    '(?:por|a)(?:confirmar|anunciar|definir|determinar)|proximamente',
    'da(?:annunciare|confermare|definire)|inarrivo',
    'nogbekend(?:temaken)?',
  ].join('|')})(?:\\d+|[!?]+)?$`,
)

/** Returns true if a text says that something is not known yet: nothing, a dash, question marks, `TBA`, `N.N.`, `tbc`. */
export function isOpen(text: string): boolean {
  const bare = foldWord(text)
    .replace(/^[([*]+|[)\]*]+$/g, '')
    .replace(/[\s.]/g, '')
  return /^[-–—?_*/]*$/.test(bare) || open.test(bare)
}
