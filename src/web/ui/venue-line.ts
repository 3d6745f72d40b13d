import { countryName } from '#common/words/countries'

type Venue = { venue: string | null; city?: string | null; country: string | null }

/** Returns the location of a festival as shown beside its days: `Harbour Park, Copenhagen, Denmark`. Empty if it has none. */
export function whereOf({ venue, city, country }: Venue): string {
  return [venue, city, country && countryName(country)].filter(Boolean).join(', ')
}
