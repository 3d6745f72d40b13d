/** `festival_viewed` as people say it. */
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

/** A form's number that may be left empty. */
export type Given = number | ''

export function orNull(number: Given): number | null {
  return number === '' ? null : number
}
