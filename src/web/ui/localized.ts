/** Selects the language in which a page shows the texts of festivals. */

import { pageLanguage } from '#common/words/locale'
import { isSameLanguage } from '#platform/values/languages'
import { inLanguage, languageOf, type Spoken, type Translated } from '#platform/values/translations'
import { html, type Shown } from './markup.ts'
import type { Whole } from './shapes.ts'

type Ticket = Whole['tickets'][number]
/** A festival with its tiers, in the language of the reader. */
export type SpokenFestival = Spoken<Omit<Whole, 'tickets'>> & {
  tickets: Spoken<Ticket & Translated>[]
}

/** Returns a festival with its own texts and its tiers' in the language of the reader. */
export function festivalIn(festival: Whole, wanted: readonly string[]): SpokenFestival {
  const { language } = festival
  const tickets = festival.tickets.map((tier) => inLanguage({ ...tier, language }, wanted))
  return { ...inLanguage(festival, wanted), tickets }
}

/** The maximum number of characters of a description in a list of offers. */
const most = 300

/** Shows the description of an offer, shortened. */
export function about(offer: Spoken<Translated & { description: string | null }>): Shown {
  const { description } = offer
  if (!description) return null
  const signs = [...description]
  const text = signs.length > most ? `${signs.slice(0, most).join('')}…` : description
  return html`<p class="window"${lang(languageOf(offer, 'description'))}>${text}</p>`
}

/** Returns the attribute with the language of a text, if it is not the page's. */
export function lang(language: string | null | undefined): Shown {
  if (!language || isSameLanguage(language, pageLanguage())) return null
  return html` lang="${language}"`
}
