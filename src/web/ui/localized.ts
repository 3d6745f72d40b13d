/** In which language texts that festivals give are shown on a page. */
import { isSameLanguage } from '#platform/values/languages'
import { inLanguage, languageOf, type Spoken, type Translated } from '#platform/values/translations'
import { spokenHere } from '../words/speech.ts'
import { html, type Shown } from './markup.ts'
import type { Whole } from './shapes.ts'

type Ticket = Whole['tickets'][number]
/** A festival as its reader is shown it, with its tiers. */
export type SpokenFestival = Spoken<Omit<Whole, 'tickets'>> & {
  tickets: Spoken<Ticket & Translated>[]
}

/** Returns a festival with its texts and those of its tiers in the language of its reader. */
export function festivalIn(festival: Whole, wanted: readonly string[]): SpokenFestival {
  const { language } = festival
  const tickets = festival.tickets.map((tier) => inLanguage({ ...tier, language }, wanted))
  return { ...inLanguage(festival, wanted), tickets }
}

/** The most characters of a description in a list of offers. */
const most = 300

/** What an offer is, shortened. */
export function about(offer: Spoken<Translated & { description: string | null }>): Shown {
  const { description } = offer
  if (!description) return null
  const signs = [...description]
  const text = signs.length > most ? `${signs.slice(0, most).join('')}…` : description
  return html`<p class="window"${lang(languageOf(offer, 'description'))}>${text}</p>`
}

/** The attribute that says in which language a text is, where that is another than the page's. */
export function lang(language: string | null | undefined): Shown {
  if (!language || isSameLanguage(language, spokenHere())) return null
  return html` lang="${language}"`
}
