/** Texts in other languages in a map: a column for each, `description:de`, or all as JSON in one. */

import { isObject, type Read, readText, type Where } from '#platform/files/cells'
import { Fault } from '#platform/files/fault'
import { toLanguage } from '#platform/values/languages'
import { CommandError } from '../terminal/output.ts'

/**
 * The language of a key such as `description:de`; undefined for any other key.
 * @throws CommandError for a tag of no language
 */
export function translationOf(key: string): string | undefined {
  const [, tag] = /^description:(.+)$/.exec(key) ?? []
  if (tag === undefined) return undefined
  const language = toLanguage(tag)
  if (language !== undefined) return language
  throw new CommandError(`The map: ${key}: ${tag} is not the tag of a language, such as de`)
}

/** A rule for translations as an export writes them. */
export function readTranslations(rule: unknown, where: Where): Read<object> {
  const read = readText(rule, where)
  return (cells) => {
    const text = read(cells)
    if (text === null) return null
    const translations = parsed(text)
    if (isObject(translations)) return translations
    throw new Fault(`${where.field}: the cell is not an object in JSON`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Puts the texts of `description:de` and the like into `translations`; an empty cell removes its text. */
export function withTranslations(given: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(given)
  const translated = entries.flatMap(([key, description]) => {
    const language = translationOf(key)
    return language === undefined ? [] : [[language, { description }] as const]
  })
  if (translated.length === 0) return given
  const rest = Object.fromEntries(entries.filter(([key]) => translationOf(key) === undefined))
  const { translations = {} } = rest
  return { ...rest, translations: { ...Object(translations), ...Object.fromEntries(translated) } }
}
