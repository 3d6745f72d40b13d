/** The words of the page's language; only the scripts of this language are loaded. */

import { type PageModules, register } from '#common/words/catalogues'
import { setLanguage } from '#common/words/locale'
import { isReaderLanguage } from '#platform/values/reader-languages'
import { changesReady } from '#platform/zones/zone-changes'

const { lang } = document.documentElement
const language = isReaderLanguage(lang) ? lang : 'en'
setLanguage(() => language)

export type Part = 'public' | 'shop' | 'account'

/** Loads words, once, and before them the offsets of time zones: the words of public pages, of the shop, or of a fan's own pages. */
export async function loadWords(part: Part): Promise<void> {
  await changesReady
  // The build names the scripts in the page: a list of them here would grow with each language.
  const { src = '', dataset = {} } =
    document.querySelector<HTMLScriptElement>('script[data-words]') ?? {}
  const address = part === 'public' ? src : dataset[`${part}Words`]
  const words: PageModules[Part] = await import(/* @vite-ignore */ `${address}`)
  register(language, words)
}
