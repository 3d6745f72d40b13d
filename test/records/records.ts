/** The records of the API. */
import type { World } from '../world.ts'
import { catalogue } from './catalogue.ts'
import { offers } from './offers.ts'
import { people } from './people.ts'
import type { Recorded } from './recorded.ts'
import { rewards } from './rewards.ts'
import { technical } from './technical.ts'

/** The records, with what they refer to. */
export async function records(world: World): Promise<Recorded[]> {
  return [
    ...(await catalogue(world)),
    ...(await offers(world)),
    ...(await people(world)),
    ...rewards(),
    ...(await technical(world)),
  ]
}
