/** Returns `festival_viewed` as words. */
export function inPlainWords(eventType: string): string {
  const words = eventType.replaceAll(/[_.-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const entityTypes = [
  'festival',
  'artist',
  'organizer',
  'genre',
  'gig',
  'place',
  'ticket',
  'accommodation',
  'subscription',
  'user',
] as const
export type EntityType = (typeof entityTypes)[number]

/** A number of a form that may be empty. */
export type OptionalNumber = number | ''

export function orNull(number: OptionalNumber): number | null {
  return number === '' ? null : number
}
