/** Texts of offers in other languages. */
import { Expand } from '#platform/http/paging'
import { Language } from '#platform/values/languages'
import { Nullable } from '#platform/values/shapes'
import { translationsInput } from '#platform/values/translations'

/** Longest description of an accommodation or a plan, in characters. */
export const mostOfDescription = 10_000

/** Texts of accommodations and plans that may be given in other languages. */
export const OfferTranslations = translationsInput('Offer', {
  name: 200,
  description: mostOfDescription,
})

/** The parameter of reads that show texts in other languages. */
export const TranslationsQuery = {
  expand: Expand(['translations'], 'translations: its texts in other languages'),
}

/** Returns true if a query asks for texts in other languages. */
export const asksTranslations = ({ expand = [] }: { expand?: readonly string[] | undefined }) =>
  expand.includes('translations')

/** The language of a record's own texts in a request. */
export const OwnLanguage = (about: string) =>
  Nullable({
    ...Language,
    description: `The language of ${about}`,
  })
