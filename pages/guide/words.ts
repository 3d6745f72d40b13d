/** The words of the page's language; only the script of this language is loaded. */
import { changesReady } from '#platform/zones/zone-changes'
import { type First, learn, type Own, type Shop } from '../../src/web/words/catalogues.ts'
import { isPageLanguage, speakBy } from '../../src/web/words/speech.ts'

const { lang } = document.documentElement
const language = isPageLanguage(lang) ? lang : 'en'
speakBy(() => language)

const scripts = {
  first: import.meta.glob<First>('../../src/web/words/*/first.ts', { import: 'first' }),
  shop: import.meta.glob<Shop['shop']>('../../src/web/words/*/shop.ts', { import: 'shop' }),
  own: import.meta.glob<Own>('../../src/web/words/*/own.ts', { import: 'own' }),
}

export type Part = keyof typeof scripts

/** Loads words, once, and before them the offsets of time zones: the words of public pages, of the shop, or of a fan's own pages. */
export async function learnWords(part: Part): Promise<void> {
  await changesReady
  const path = `../../src/web/words/${language}/${part}.ts`
  if (part === 'shop') {
    const shop = await scripts.shop[path]?.()
    if (shop) learn(language, { shop })
    return
  }
  const words = await scripts[part][path]?.()
  if (words) learn(language, words)
}
