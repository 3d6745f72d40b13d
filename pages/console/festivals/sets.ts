import type { Festival, UpdateFestivalBody } from '../../../client/src/index.ts'
import { festival } from '../session.ts'

/** Asks for everything of a festival, including hidden tiers and texts in other languages. */
export const wholeOfFestival: { hidden: boolean; expand: 'translations'[] } = {
  hidden: true,
  expand: ['translations'],
}

/** Parts of a festival that an update replaces as a whole. */
type Sets = Required<Pick<UpdateFestivalBody, 'gigs' | 'places' | 'tickets'>>

/**
 * Changes one part on top of its current state, not the state the page once read, so that changes of others are
 * retained. `change` may throw to refuse, as when the same record was changed.
 */
export async function changeSet<Part extends keyof Sets>(
  id: string,
  part: Part,
  change: (current: Festival[Part]) => Sets[Part],
): Promise<Festival> {
  const now = await festival.festivals.get(id, wholeOfFestival)
  return festival.festivals.update(id, { [part]: change(now[part]) })
}

/** Returns true if two records of the API are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
