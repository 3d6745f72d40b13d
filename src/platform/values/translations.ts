/** Texts of a record in other languages than its own, and which of them a reader is shown. */
import { Type } from 'typebox'
import { invalidField } from './errors.ts'
import { bestOf, toLanguage } from './languages.ts'
import { readerLanguage } from './reader-languages.ts'
import { Nullable } from './shapes.ts'

/** Texts by field, by language: `{ de: { description: 'Drei Nächte am Wasser' } }`. */
export type Translations = Record<string, Record<string, string>>

/** What a request changes of translations (RFC 7396): null removes a text, or a language. */
export type TranslationsPatch = Record<string, Record<string, string | null | undefined> | null>

/** The most languages that a record has beside its own. */
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
 * @param noun what has them, in the names of the schemas
 * @param lengths the most characters of each text: those of the record's own
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
 * Returns what a request gives with its tags in their canonical spelling.
 * @throws 400 that names a tag of no language, or of one that is given twice
 */
export function readTranslations(given: TranslationsPatch, field = 'translations') {
  const read: TranslationsPatch = {}
  for (const [tag, texts] of Object.entries(given)) {
    const language = toLanguage(tag)
    const path = `${field}.${tag}`
    if (language === undefined) throw invalidField(path, 'is not the tag of a language, such as de')
    if (Object.hasOwn(read, language)) throw invalidField(path, `is given twice: it is ${language}`)
    read[language] = texts
  }
  return read
}

/**
 * Returns the translations after a change. A language without any text left is gone.
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

/** A record with texts, and the same in other languages. */
export type Translated = {
  /** the language of its own texts, where that is known */
  language?: string | null | undefined
  translations?: Translations | null | undefined
}

/** A record as a reader is shown it; `spoken` says which texts are not in its own language. */
export type Spoken<Record> = Record & { spoken: { [field: string]: string } }

/**
 * Returns a record with each text in the language that its reader wants most, of those that the text is there in, its
 * own among them; where there is none, as it is.
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
 * Returns the name of a record in a text that is sent or printed, in the language of that text; where the record has none in
 * it, its own.
 * @param language that the reader has chosen; null is English
 */
export function nameIn<Name extends string | null>(
  record: Translated & { name: Name },
  language: string | null,
): Name {
  return inLanguage(record, [readerLanguage(language)]).name
}

/** Returns the language of a text of such a record; undefined where no one has said it. */
export function languageOf(
  { language, spoken }: Spoken<Translated>,
  field: string,
): string | undefined {
  return spoken[field] ?? language ?? undefined
}
