import type { Festival, UpdateFestivalBody } from '../../../client/src/index.ts'
import { festival } from '../session.ts'

/** What an update of a festival replaces as a whole. */
type Sets = Required<Pick<UpdateFestivalBody, 'gigs' | 'places' | 'tickets'>>

/**
 * Changes one set on top of how it stands now, not how the page once read it: what others did meanwhile
 * stays. `change` may refuse by throwing, as where the very record has changed.
 */
export async function changeSet<Part extends keyof Sets>(
  id: string,
  part: Part,
  change: (current: Festival[Part]) => Sets[Part],
): Promise<Festival> {
  const now = await festival.festivals.get(id)
  return festival.festivals.update(id, { [part]: change(now[part]) })
}

/** Whether two records of the API say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
