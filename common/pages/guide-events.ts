/** What a fan does in the guide that counts for points and badges: the types of events that its pages send. */
export const guideEvents = ['artist_viewed', 'festival_shared'] as const
export type GuideEvent = (typeof guideEvents)[number]
