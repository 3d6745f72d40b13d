/** The texts of the service, one catalogue for each language. The English catalogue defines the keys. */
import type { PluralForms, ReaderLanguage } from '#platform/values/reader-languages'
import type * as account from './en/account.ts'
import type * as documents from './en/documents.ts'
import type { mails } from './en/mails.ts'
import type * as news from './en/news.ts'
import type * as notices from './en/notices.ts'
import type * as places from './en/places.ts'
import type * as proof from './en/proof.ts'
import type * as publicPages from './en/public.ts'
import type * as queue from './en/queue.ts'
import type * as shop from './en/shop.ts'
import type * as tickets from './en/tickets.ts'
import { pageLanguage } from './locale.ts'

/** The words of pages, by module: each module is a script of its own. */
export type PageModules = {
  public: typeof publicPages
  shop: typeof shop
  account: typeof account
  queue: typeof queue
  proof: typeof proof
}
type PageWords = PageModules['public'] &
  PageModules['shop'] &
  PageModules['account'] &
  PageModules['queue'] &
  PageModules['proof']

/** All texts of a language; those of mails in the plural forms that it has. */
export type Catalogue = PageWords &
  typeof notices &
  typeof tickets &
  typeof documents &
  typeof places &
  typeof news & { mails: Mails }
export type Mails<Language extends ReaderLanguage = ReaderLanguage> = Texts<typeof mails, Language>

/** Texts with parameters in braces. One that counts names the parameter that it counts, and has a form for each category. */
export type Texts<English, Language extends ReaderLanguage> = English extends string
  ? string
  : English extends { count: infer Count }
    ? { count: Count } & (Language extends ReaderLanguage ? PluralForms<Language> : never)
    : { readonly [Key in keyof English]: Texts<English[Key], Language> }

/** A table with keys defined elsewhere, such as the codes of refusals. */
type Tables<Words> = {
  [Key in keyof Words]: Words[Key] extends Record<string, string>
    ? Words[Key] & Record<string, string>
    : Words[Key]
}

const registered = new Map<ReaderLanguage, Catalogue>()

/** Adds texts to the catalogue of a language in this process. */
export function register(language: ReaderLanguage, words: object): void {
  registered.set(language, { ...registered.get(language), ...words } as Catalogue)
}

/** Returns the registered texts of a language. On the server, `all.ts` has registered every one. */
export const wordsIn = (language: ReaderLanguage): Catalogue =>
  registered.get(language) as Catalogue

/**
 * Returns the words of a part of the pages. Each is looked up when it is used, so a word must not be stored in a place
 * where pages of another language would find it. @throws Error for a part that has not been registered
 */
export function wordsOf<Part extends keyof PageWords>(part: Part): Tables<PageWords[Part]> {
  return new Proxy({} as Tables<PageWords[Part]>, {
    get: (_words, key) => {
      const words = registered.get(pageLanguage())?.[part]
      if (!words) throw new Error(`The words of ${part} are missing in ${pageLanguage()}`)
      return Reflect.get(words, key) as unknown
    },
  })
}
