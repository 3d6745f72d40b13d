/** Scarce items are wanted by many at the same moment, without a queue before them. */

import type { Stage } from '../stage.ts'
import { settled } from './buy.ts'

export type Rushed = { wanted: number; bought: number }

/** Sells places in coaches, one coach after the other: a crowd asks both services at once. */
export async function rush(stage: Stage, people: number[]): Promise<Rushed> {
  const { festival, size, measures } = stage
  const rushed: Rushed = { wanted: 0, bought: 0 }
  const each = 2 * size.atOnce
  for (const [n, { id: entity_id }] of festival.coaches.entries()) {
    const crowd = people.slice(n * each, (n + 1) * each)
    measures.note('places in a coach are sold')
    const answers = await Promise.all(
      crowd.map((person, of) => settled(stage, person, { entity_id, quantity: 1, of: of % 2 })),
    )
    rushed.wanted += crowd.length
    rushed.bought += answers.filter(({ body }) => body.status === 'succeeded').length
  }
  return rushed
}
