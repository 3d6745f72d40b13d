/** Types of events that pages of the guide send: acts of a fan that count for points and badges. */
export const guideEvents = ['artist_viewed', 'festival_shared'] as const
export type GuideEvent = (typeof guideEvents)[number]
