/** Texts of a record in other languages than its own, and the choice of the ones that a reader gets. */
import { Type } from 'typebox'
import { invalidField } from './errors.ts'
import { bestOf, toLanguage } from './languages.ts'
import { readerLanguage } from './reader-languages.ts'
import { Nullable } from './shapes.ts'

/** Texts by field, by language: `{ de: { description: 'Drei Nächte am Wasser' } }`. */
export type Translations = Record<string, Record<string, string>>

/** A change of translations by a request (RFC 7396): null removes a text, or a language. */
export type TranslationsPatch = Record<string, Record<string, string | null | undefined> | null>

/** Maximum number of languages of a record beside its own. */
export const mostLanguages = 20

/** The texts of one language in an answer. */
const Texts = Type.Object(
  {
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    site_plan_description: Type.Optional(Type.String()),
  },
  { title: 'Texts' },
)

/** The translations of an answer. */
export const TranslationsShown = Type.Record(Type.String(), Texts, {
  title: 'Translations',
  description: 'By BCP 47 tag',
})

/**
 * The translations of a request.
 * @param noun the owner of the translations, in the names of the schemas
 * @param lengths the most characters of each text: the same as for the record's own
 */
export function translationsInput<const Lengths extends { [field: string]: number }>(
  noun: string,
  lengths: Lengths,
) {
  const text = (most: number) =>
    Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: most, pattern: '\\S' })))
  const texts = Type.Object(
    Object.fromEntries(Object.entries(lengths).map(([field, most]) => [field, text(most)])),
    { title: `${noun}Texts` },
  )
  return Type.Optional(
    Type.Unsafe<Record<string, { [Field in keyof Lengths]?: string | null } | null>>(
      Type.Record(Type.String(), Type.Union([texts, Type.Null()]), {
        title: `${noun}Translations`,
        description: 'By BCP 47 tag. Added to what is there: null removes',
      }),
    ),
  )
}

/**
 * Returns the translations of a request with their tags in canonical spelling.
 * @throws 400 that names a tag of no language, or of one that is given twice
 */
export function readTranslations(given: TranslationsPatch, field = 'translations') {
  const read: TranslationsPatch = {}
  for (const [tag, texts] of Object.entries(given)) {
    const language = toLanguage(tag)
    const path = `${field}.${tag}`
    if (language === undefined) throw invalidField(path, 'is not the tag of a language, such as de')
    if (Object.hasOwn(read, language)) throw invalidField(path, `is given twice, as ${language}`)
    read[language] = texts
  }
  return read
}

/**
 * Returns the translations after a change. A language without any text left is removed.
 * @throws 400 as `readTranslations`, and for more languages than a record may have
 */
export function changeTranslations(
  stored: Translations,
  given: TranslationsPatch | undefined,
  field = 'translations',
): Translations {
  if (given === undefined) return stored
  const changed = { ...stored }
  for (const [language, texts] of Object.entries(readTranslations(given, field))) {
    const merged = Object.entries({ ...stored[language], ...texts }).filter(isText)
    if (texts === null || merged.length === 0) delete changed[language]
    else changed[language] = Object.fromEntries(merged)
  }
  if (Object.keys(changed).length > mostLanguages) {
    throw invalidField(field, `must have at most ${mostLanguages} languages`, 'too_many')
  }
  return changed
}

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'

/** A record with texts, and with translations of them. */
export type Translated = {
  /** the language of its own texts, if that is known */
  language?: string | null | undefined
  translations?: Translations | null | undefined
}

/** A record as shown to a reader; `spoken` has the language of each text that is not in the record's own. */
export type Spoken<Record> = Record & { spoken: { [field: string]: string } }

/**
 * Returns a record with each text in the reader's most preferred language among the languages of that text, its own
 * included; if there is none, the text is unchanged.
 * @param wanted the reader's languages, the preferred one first
 */
export function inLanguage<R extends Translated>(record: R, wanted: readonly string[]): Spoken<R> {
  const { language: own } = record
  const translations = record.translations ?? {}
  const texts: { [field: string]: string } = {}
  const spoken: { [field: string]: string } = {}
  const tags = Object.keys(translations).toSorted()
  for (const field of new Set(Object.values(translations).flatMap(Object.keys))) {
    const offered = tags.filter((tag) => translations[tag]?.[field] !== undefined)
    const best = bestOf(wanted, own ? [own, ...offered] : offered)
    const text = best === undefined || best === own ? undefined : translations[best]?.[field]
    if (best === undefined || text === undefined) continue
    texts[field] = text
    spoken[field] = best
  }
  return { ...record, ...texts, spoken }
}

/**
 * Returns the name of a record for a text that is sent or printed, in the language of that text; if the record has none
 * in that language, its own name.
 * @param language that the reader has chosen; null is English
 */
export function nameIn<Name extends string | null>(
  record: Translated & { name: Name },
  language: string | null,
): Name {
  return inLanguage(record, [readerLanguage(language)]).name
}

/** Returns the language of a text of such a record; undefined if it is not known. */
export function languageOf(
  { language, spoken }: Spoken<Translated>,
  field: string,
): string | undefined {
  return spoken[field] ?? language ?? undefined
}
