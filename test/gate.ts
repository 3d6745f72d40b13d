/** A festival's gate with people and devices, and scans as a gate uploads them. */
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { aFestival, anOrganizer } from './catalogue.ts'
import type { Answer, Person, World } from './world.ts'

/** A festival with a manager and a gate steward. */
export async function aGate(world: World) {
  const { db, aUser } = world
  const [manager, staff, organizer] = [await aUser(), await aUser(), await anOrganizer(world)]
  const festival = await aFestival(world, { organizer_id: organizer.id })
  await db
    .insertInto('organizer_managers')
    .values({ organizer_id: organizer.id, user_id: manager.id })
    .execute()
  await db
    .insertInto('gate_staff')
    .values({ festival_id: festival.id, user_id: staff.id, created_at: new Date() })
    .execute()
  return { festival, manager, staff }
}

/** As `aGate`, of a festival that began yesterday: a page of a gate asks about tickets of other days. */
export async function aRunningGate(world: World) {
  const gate = await aGate(world)
  const day = 86_400_000
  const set = { start_time: new Date(Date.now() - day), end_time: new Date(Date.now() + 2 * day) }
  await world.db.updateTable('festivals').set(set).where('id', '=', gate.festival.id).execute()
  return gate
}

/** A user with the name that searches compare, as a registration writes it. */
export async function aNamed(
  { db, aUser }: Pick<World, 'db' | 'aUser'>,
  firstName: string,
  lastName: string,
): Promise<Person> {
  const person = await aUser({ firstName, lastName })
  const search_name = searchName(`${firstName} ${lastName}`)
  await db.updateTable('users').set({ search_name }).where('id', '=', person.id).execute()
  return person
}

/** A device, set up by a manager; its token is sent in place of a user's. */
export async function aDevice(
  { post }: World,
  { festival, manager }: { festival: { id: string }; manager: Person },
  named: string | { name: string; zone: string } = 'North gate',
) {
  const url = `/festivals/${festival.id}/gate-devices`
  const given = typeof named === 'string' ? { name: named } : named
  const { body } = await post(url, given, { as: manager })
  const device: { id: string; name: string; token: string } = body
  return device
}

type Scan = {
  code: string
  nonce?: string
  scanned_at?: string
  admitted_offline?: boolean
  direction?: 'in' | 'out'
}

/** The body of an upload: by default each scan is now, with its own nonce. */
export function anUpload(festival_id: string, scans: Scan[]) {
  const now = new Date().toISOString()
  return {
    festival_id,
    scans: scans.map((scan) => ({ nonce: newId(), scanned_at: now, ...scan })),
  }
}

/** Uploads scans and returns the results, in the same order. */
export async function scan(
  { post }: World,
  { token }: { token: string },
  body: ReturnType<typeof anUpload>,
): Promise<Answer['body'][]> {
  const answer = await post('/gate/scans', body, { headers: { 'x-f-authentication': token } })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.results
}
