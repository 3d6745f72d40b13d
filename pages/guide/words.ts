/** The words of the page's language; only the script of this language is loaded. */

import { type First, learn, type Own, type Shop } from '#common/words/catalogues'
import { isPageLanguage, speakBy } from '#common/words/speech'
import { changesReady } from '#platform/zones/zone-changes'

const { lang } = document.documentElement
const language = isPageLanguage(lang) ? lang : 'en'
speakBy(() => language)

const scripts = {
  first: import.meta.glob<First>('../../common/words/*/first.ts', { import: 'first' }),
  shop: import.meta.glob<Shop['shop']>('../../common/words/*/shop.ts', { import: 'shop' }),
  own: import.meta.glob<Own>('../../common/words/*/own.ts', { import: 'own' }),
}

export type Part = keyof typeof scripts

/** Loads words, once, and before them the offsets of time zones: the words of public pages, of the shop, or of a fan's own pages. */
export async function learnWords(part: Part): Promise<void> {
  await changesReady
  const path = `../../common/words/${language}/${part}.ts`
  if (part === 'shop') {
    const shop = await scripts.shop[path]?.()
    if (shop) learn(language, { shop })
    return
  }
  const words = await scripts[part][path]?.()
  if (words) learn(language, words)
}
