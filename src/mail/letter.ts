import { mailOrigin } from '#platform/config/mail-origin'
import { compose, type Part } from '#platform/outgoing/compose'
import type { Mail } from '#platform/outgoing/mail'
import { english } from './catalogue.ts'
import type { Template, TemplatePart } from './template.ts'

type Catalogue = typeof english
/** The mails that there are. */
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
type Values<T> = Record<Exclude<NamedIn<T>, 'origin'> & string, string | undefined>
type Lists<P> = {
  [List in Extract<P, { each: string }> as List['each']]: Values<
    List extends { parts: infer Parts } ? Parts : never
  >[]
}

/** What the words of a mail are filled with: each parameter, though some may be undefined. */
export type Params<Name extends MailName> = Values<Catalogue[Name]> &
  Lists<Catalogue[Name]['parts'][number]>

type Given = Record<string, string | undefined | Record<string, string | undefined>[]>
type Addressed = Pick<Mail, 'to' | 'attachments' | 'key'>

/**
 * Writes a mail: the words of its template, filled with `params`. Links lead to `mailOrigin` alone; without it there is
 * none. What a parameter says stays one line of text, whatever is in it.
 */
export function letter<Name extends MailName>(
  config: Parameters<typeof mailOrigin>[0],
  name: Name,
  { params, ...mail }: Addressed & { params: Params<Name> },
): Mail {
  const template: Template = english[name]
  const origin = mailOrigin(config)
  const given: Given = { ...params, origin: origin ?? '' }
  return compose({
    ...mail,
    language: english.language,
    subject: first(template.subject, given) ?? '',
    preheader: first(template.preheader, given) ?? '',
    parts: [english.greeting, ...template.parts.flatMap((part) => filled(part, given, origin))],
    reason: first(template.reason, given) ?? '',
  })
}

/** A part as it is read, or nothing where something that it names is absent. */
function filled(part: TemplatePart, given: Given, origin: string | undefined): Part[] {
  if (!isObject(part)) return present(first(part, given))
  if ('each' in part) {
    const items = given[part.each]
    if (!Array.isArray(items)) return []
    return items.flatMap((item) => part.parts.flatMap((one) => filled(one, { ...item }, origin)))
  }
  if ('when' in part && part.when !== undefined && given[part.when] === undefined) return []
  if ('say' in part) return present(first(part.say, given))
  if ('copy' in part) return present(fill(part.copy, given)).map((copy) => ({ copy }))
  if ('path' in part) return linkOf(part, given, origin)
  return factsOf(part.facts, given)
}

function linkOf(
  { label, path }: { label: string; path: string },
  given: Given,
  origin: string | undefined,
): Part[] {
  const place = fill(path, given, encodeURIComponent)
  return origin === undefined || place === undefined ? [] : [{ label, url: `${origin}${place}` }]
}

function factsOf(all: readonly (readonly [string, string])[], given: Given): Part[] {
  const facts = all.flatMap(([name, value]): [string, string][] =>
    present(fill(value, given)).map((text) => [name, text]),
  )
  return facts.length > 0 ? [{ facts }] : []
}

const isObject = <T>(part: T): part is Exclude<T, string | readonly string[]> =>
  typeof part === 'object' && !Array.isArray(part)

const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/** The first of alternatives that can be filled. */
function first(words: string | readonly string[], given: Given): string | undefined {
  for (const text of typeof words === 'string' ? [words] : words) {
    const said = fill(text, given)
    if (said !== undefined) return said
  }
  return undefined
}

/** Undefined where a parameter is absent. */
function fill(text: string, given: Given, encode = oneLine): string | undefined {
  let isWhole = true
  const said = text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = given[name]
    if (typeof value === 'string') return encode(value)
    isWhole = false
    return ''
  })
  return isWhole ? said : undefined
}

/** Line breaks and control characters are blanks: a text of a user begins no paragraph of its own. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
