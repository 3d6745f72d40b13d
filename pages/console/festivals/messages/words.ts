import { languages } from '#platform/values/reader-languages'
import type { AttendeeMessage } from '../../../../client/src/index.ts'

export type Offer = { value: string; label: string }

export const readerLanguages = Object.entries(languages).map(([value, { name }]) => ({
  value,
  label: name,
}))

/** Returns a number of people, in words. */
export const people = (count: number) =>
  count === 1 ? '1 person' : `${count.toLocaleString('en')} people`

/** Describes the audience of a message, in words. */
export function audienceOf(
  { entity_id, language, inside }: Pick<AttendeeMessage, 'entity_id' | 'language' | 'inside'>,
  offers: Offer[],
): string {
  const parts = [
    entity_id && (offers.find(({ value }) => value === entity_id)?.label ?? 'One ticket'),
    language && languages[language].name,
    inside !== null && (inside ? 'Inside' : 'Not inside'),
  ].filter((part) => typeof part === 'string')
  return parts.length === 0 ? 'Everyone with a ticket' : parts.join(' · ')
}

const statuses = {
  draft: { word: 'draft', tone: 'quiet' },
  sending: { word: 'being sent', tone: 'live' },
  sent: { word: 'sent', tone: 'good' },
} as const
export const statusOf = ({ status }: AttendeeMessage) => statuses[status]
