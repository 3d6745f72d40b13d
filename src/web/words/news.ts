import type { PageLanguage } from './speech.ts'

/** What the worker says of a push that it cannot read, without a page at hand. */
export const news: Record<PageLanguage, string> = {
  en: 'News for you',
  de: 'Neuigkeiten für Sie',
  fr: 'Du nouveau pour vous',
  es: 'Novedades para usted',
}
