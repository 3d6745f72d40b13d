import { countryName } from '#common/words/countries'

type Venue = { venue: string | null; country: string | null }

/** Returns the location of a festival as shown beside its days: `Harbour Park, Denmark`. Empty if it has none. */
export function whereOf({ venue, country }: Venue): string {
  return [venue, country && countryName(country)].filter(Boolean).join(', ')
}
