import {
  type Accommodation,
  all,
  createAccommodation,
  listAccommodations,
} from '#catalogue/accommodations'
import {
  type Author,
  addFestival,
  changeable,
  everything,
  type Festival,
  findFestival,
  readFestivals,
} from '#catalogue/festivals'
import { found } from '#platform/values/errors'
import { moveTo, nextAccommodation, nextFestival } from './next.ts'
import type { NextEdition } from './schemas.ts'

/** The most accommodations that a new edition takes over; a festival has far fewer. */
const most = 2_000

/** The records from which a duplicate is made. */
type Edition = { festival: Festival; stays: Accommodation[] }

/**
 * Reads the records from which the next edition of a festival is made.
 * @throws 404 or 403 for a festival that the user may not change
 */
export async function readEdition(by: Author, id: string): Promise<Edition> {
  await changeable(by, id)
  const [text] = await readFestivals(by.db, [id], { ...everything, translations: true })
  const festival: Festival = JSON.parse(found(text, 'Festival'))
  const asked = { festival: id, hidden: all, translations: true, limit: most, offset: 0 }
  return { festival, stays: await listAccommodations(by.db, asked) }
}

/**
 * Creates the next edition of a festival as a draft, with its accommodations (docs/contract, section 4.16). `photos` are
 * copies, of the festival's picture, of its site plan, and then of each accommodation's picture.
 */
export async function createEdition(
  by: Author,
  { festival, stays }: Edition,
  {
    given,
    photos: [photo = null, site_plan = null, ...others],
  }: { given: NextEdition; photos: (string | null)[] },
): Promise<Festival> {
  const move = moveTo(given.start_day, festival)
  const id = await addFestival(by, nextFestival(festival, { name: given.name, move }), {
    photo,
    site_plan,
  })
  for (const [nth, stay] of stays.entries()) {
    const offered = nextAccommodation(stay, { festival_id: id, move })
    await createAccommodation(by, offered, others[nth] ?? null)
  }
  return found(await findFestival(by.db, id, everything), 'Festival')
}
