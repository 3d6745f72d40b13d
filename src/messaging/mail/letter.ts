import { mailOrigin } from '#platform/config/mail-origin'
import { compose, type Part } from '#platform/outgoing/compose'
import type { Mail } from '#platform/outgoing/mail'
import { type ReaderLanguage, readerLanguage } from '#platform/values/reader-languages'
import { english } from './catalogue.ts'
import { type Told, written } from './format.ts'
import type { Template, TemplatePart } from './template.ts'
import { saidIn } from './words/words.ts'

type Catalogue = typeof english
/** The names of all mails. */
export type MailName = {
  [Name in keyof Catalogue]: Catalogue[Name] extends Template ? Name : never
}[keyof Catalogue]

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
type Values<T> = Record<Exclude<NamedIn<T>, 'origin'> & string, Value>
type Lists<P> = {
  [List in Extract<P, { each: string }> as List['each']]: Values<
    List extends { parts: infer Parts } ? Parts : never
  >[]
}

/** Undefined: the mail leaves it out. */
type Value = string | Told | undefined

/** The values for the words of a mail: each parameter, though some may be undefined. */
export type Params<Name extends MailName> = Values<Catalogue[Name]> &
  Lists<Catalogue[Name]['parts'][number]>

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
  const template: Template = english[name]
  const origin = mailOrigin(config)
  const filling = { given: { ...params, origin: origin ?? '' }, language, origin }
  const text = (words: Template['subject']) => first(words, filling) ?? ''
  return compose({
    ...mail,
    language,
    subject: text(template.subject),
    preheader: text(template.preheader),
    parts: [text(english.greeting), ...template.parts.flatMap((part) => filled(part, filling))],
    reason: text(template.reason),
  })
}

/** Returns a part in its final form, or nothing if a parameter of it is absent. */
function filled(part: TemplatePart, filling: Filling): Part[] {
  const { given } = filling
  if (!isObject(part)) return present(first(part, filling))
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
  const { language, origin } = filling
  const place = fill(path, filling, encodeURIComponent)
  if (origin === undefined || place === undefined) return []
  return [{ label: saidIn(language, label), url: `${origin}${place}` }]
}

function factsOf(all: readonly (readonly [string, string])[], filling: Filling): Part[] {
  const facts = all.flatMap(([name, value]): [string, string][] =>
    present(first(value, filling)).map((text) => [saidIn(filling.language, name), text]),
  )
  return facts.length > 0 ? [{ facts }] : []
}

const isObject = <T>(part: T): part is Exclude<T, string | readonly string[]> =>
  typeof part === 'object' && !Array.isArray(part)

const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/** Returns the first alternative that can be filled, in the language of the reader. */
function first(words: string | readonly string[], filling: Filling): string | undefined {
  for (const text of typeof words === 'string' ? [words] : words) {
    const said = fill(saidIn(filling.language, text), filling)
    if (said !== undefined) return said
  }
  return undefined
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
