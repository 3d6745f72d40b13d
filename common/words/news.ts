import type { PageLanguage } from './speech.ts'

/** The worker's text for a push that it cannot read, when no page is open. */
export const news: Record<PageLanguage, string> = {
  en: 'News for you',
  de: 'Neuigkeiten für Sie',
  fr: 'Du nouveau pour vous',
  es: 'Novedades para usted',
}
