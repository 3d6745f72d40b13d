/**
 * The short texts of a festival. Its schemas and columns, the form of the console and the page of the guide take them
 * from this list. Imports nothing.
 */

type FestivalText = {
  /** its content, described for the reader of an export */
  about: string
  /** its label in the console */
  label: string
  maxLength: number
  example: string
  /**
   * the word of the guide that labels it among the facts of a festival; texts with the same word share a line. null:
   * the guide shows it elsewhere
   */
  fact: string | null
}

export const festivalTexts = {
  venue: {
    about: 'Where it is held',
    label: 'Venue',
    maxLength: 300,
    example: 'Harbour Park',
    fact: null,
  },
  address: {
    about: 'Street and number',
    label: 'Address',
    maxLength: 500,
    example: 'Harbour Street 1',
    fact: 'address',
  },
  city: {
    about: 'Town',
    label: 'Town',
    maxLength: 200,
    example: 'Copenhagen',
    fact: 'address',
  },
  area: {
    about: 'Region',
    label: 'Area',
    maxLength: 200,
    example: 'Zealand',
    fact: 'address',
  },
  country: {
    about: 'Country',
    label: 'Country',
    maxLength: 100,
    example: 'Denmark',
    fact: null,
  },
} as const satisfies Record<string, FestivalText>

export type FestivalTexts = typeof festivalTexts
type Name = keyof FestivalTexts

/** Returns a value for each text, by name. */
export function eachText<Value>(
  valueOf: (text: FestivalText, name: Name) => Value,
): Record<Name, Value> {
  const values = Object.entries(festivalTexts).map(([name, text]) => [
    name,
    valueOf(text, name as Name),
  ])
  return Object.fromEntries(values) as Record<Name, Value>
}
