import { wordsIn } from '#common/words/all'
import { pluralOf } from '#common/words/numbers'
import { mailOrigin } from '#platform/config/mail-origin'
import { compose, type Part } from '#platform/outgoing/compose'
import type { Mail } from '#platform/outgoing/mail'
import { languages, type ReaderLanguage, readerLanguage } from '#platform/values/reader-languages'
import { type MailValue, written } from './format.ts'
import type { CountedText, MailTexts, Parts, TemplatePart, Words } from './templates/template.ts'
import { templates } from './templates/templates.ts'

/** The names of all mails. */
export type MailName = keyof typeof templates

/** The parameters that a text names in braces. */
type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never
type NamedIn<T> = T extends string
  ? Named<T>
  : T extends { each: string }
    ? never
    : T extends readonly unknown[]
      ? NamedIn<T[number]>
      : T extends { when: infer When }
        ? When | NamedIn<Omit<T, 'when'>[keyof Omit<T, 'when'>]>
        : NamedIn<T[keyof T]>
/** The parameters that a text counts: numbers. */
type CountedIn<T> = T extends { count: infer Count }
  ? Count & string
  : T extends readonly unknown[]
    ? CountedIn<T[number]>
    : never
type Values<T> = Record<Exclude<NamedIn<T>, 'origin' | CountedIn<T>> & string, Value> &
  Record<CountedIn<T>, MailValue | undefined>
type Lists<P> = {
  [List in Extract<P, { each: string }> as List['each']]: Values<
    List extends { parts: infer Parts } ? Parts : never
  >[]
}

/** Undefined: the mail leaves it out. */
type Value = string | MailValue | undefined

type Frame<Name extends MailName> = MailTexts[Name]['subject' | 'preheader' | 'reason']
type PartsOf<Name extends MailName> = ReturnType<(typeof templates)[Name]>

/** The values for the words of a mail: each parameter, though some may be undefined. */
export type Params<Name extends MailName> = Values<Frame<Name> | PartsOf<Name>> &
  Lists<PartsOf<Name>[number]>

type Given = Record<string, Value | Record<string, Value>[]>
type Addressed = Pick<Mail, 'to' | 'replyTo' | 'attachments' | 'key'> & {
  /** The language that the reader has chosen. Null is English. */
  language: string | null
}
/** The values for texts, and their language. */
type Filling = { given: Given; language: ReaderLanguage; origin: string | undefined }

/**
 * Writes a mail in the language of its reader: the words of its template, filled with `params`. Links lead only to
 * `mailOrigin`; without it there are none. The value of a parameter stays one line of text, whatever it contains,
 * except in a part `text`.
 */
export function letter<Name extends MailName>(
  config: Parameters<typeof mailOrigin>[0],
  name: Name,
  { params, language: chosen, ...mail }: Addressed & { params: Params<Name> },
): Mail {
  const language = readerLanguage(chosen)
  // Parameters are typed by the English texts.
  const texts = wordsIn(language).mails as MailTexts
  const parts: Parts = templates[name](texts)
  const origin = mailOrigin(config)
  const filling = { given: { ...params, origin: origin ?? '' }, language, origin }
  const text = (words: Words) => first(words, filling) ?? ''
  return compose({
    ...mail,
    language,
    subject: text(texts[name].subject),
    preheader: text(texts[name].preheader),
    parts: [text(texts.greeting), ...parts.flatMap((part) => filled(part, filling))],
    reason: text(texts[name].reason),
  })
}

/** Returns a part in its final form, or nothing if a parameter of it is absent. */
function filled(part: TemplatePart, filling: Filling): Part[] {
  const { given } = filling
  if (isWords(part)) return present(first(part, filling))
  if ('each' in part) return eachOf(part, filling)
  if ('when' in part && part.when !== undefined && given[part.when] === undefined) return []
  if ('say' in part) return present(first(part.say, filling))
  if ('copy' in part) return present(fill(part.copy, filling)).map((copy) => ({ copy }))
  if ('text' in part) return present(fill(part.text, filling, ofLines)).map((text) => ({ text }))
  if ('path' in part) return linkOf(part, filling)
  return factsOf(part.facts, filling)
}

type Each = Extract<TemplatePart, { each: string }>

function eachOf({ each, parts }: Each, filling: Filling): Part[] {
  const items = filling.given[each]
  if (!Array.isArray(items)) return []
  return items.flatMap((item) =>
    parts.flatMap((one) => filled(one, { ...filling, given: { ...item } })),
  )
}

function linkOf({ label, path }: { label: string; path: string }, filling: Filling): Part[] {
  const { origin } = filling
  const place = fill(path, filling, encodeURIComponent)
  if (origin === undefined || place === undefined) return []
  return [{ label, url: `${origin}${place}` }]
}

function factsOf(all: readonly (readonly [string, string])[], filling: Filling): Part[] {
  const facts = all.flatMap(([name, value]): [string, string][] =>
    present(first(value, filling)).map((text) => [name, text]),
  )
  return facts.length > 0 ? [{ facts }] : []
}

const isWords = (part: TemplatePart): part is Words =>
  typeof part === 'string' || Array.isArray(part) || 'count' in part

const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/** Returns the first alternative that can be filled. */
function first(words: Words, filling: Filling): string | undefined {
  for (const text of typeof words === 'string' || 'count' in words ? [words] : words) {
    const said = fill(typeof text === 'string' ? text : formOf(text, filling), filling)
    if (said !== undefined) return said
  }
  return undefined
}

/** Returns the form of a text for the number that it counts. */
function formOf(text: CountedText, { given, language }: Filling): string {
  const counted = given[text.count]
  if (typeof counted !== 'object' || !('many' in counted)) return text.other
  return pluralOf(languages[language].locale)(counted.many, text)
}

/** Returns the filled text; undefined if a parameter is absent. */
function fill(
  text: string,
  { given, language }: Pick<Filling, 'given' | 'language'>,
  encode = oneLine,
): string | undefined {
  let isWhole = true
  const said = text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = given[name]
    if (typeof value === 'string') return encode(value)
    if (typeof value === 'object' && !Array.isArray(value)) return encode(written(value, language))
    isWhole = false
    return ''
  })
  return isWhole ? said : undefined
}

/** Replaces line breaks and control characters by blanks: a text of a user begins no paragraph of its own. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** Cleans a text with lines of its own: its line breaks stay, all other control characters become blanks. */
const ofLines = (text: string) =>
  text.replaceAll(/\r\n?/g, '\n').split('\n').map(oneLine).join('\n').trim()
