/** The records of a person: how each is written and read. */
import { newId } from '#platform/values/ids'
import { anArtist, anOrganizer } from '../catalogue.ts'
import type { World } from '../world.ts'
import { notOfCatalogue, type Recorded } from './recorded.ts'
import { own } from './values.ts'

async function tokenOf({ access, db, client }: World, userId: string): Promise<string> {
  const { token } = await access.issue(db, { clientId: client.id, userId })
  return token
}

/** Returns the records of a person. */
export async function people(world: World): Promise<Recorded[]> {
  const person = await world.aUser()
  const followed = [await anArtist(world), await anOrganizer(world)]
  const email = () => `${newId()}@people.example`
  const profile = ({ profile }: any) => profile
  return [
    {
      name: 'user',
      create: 'POST /users',
      change: 'PUT /users/{id}',
      by: async (id) => (id === '' ? person : { ...person, id, token: await tokenOf(world, id) }),
      detail: () => '/users/i',
      list: '/users?limit=1000',
      given: { email },
      unread: { password: 'It is stored as a hash' },
      unaudited: own,
      exported: profile,
      edition: 'It belongs to no festival',
      file: {
        name: 'users',
        as: { firstName: 'first_name', lastName: 'last_name' },
      },
      imported: notOfCatalogue,
    },
    {
      name: 'photo of a user',
      change: 'POST /users/{id}/photo',
      id: person.id,
      by: async () => person,
      detail: () => '/users/i',
      list: '/users?limit=1000',
      unaudited: own,
      exported: profile,
      edition: 'It belongs to no festival',
      file: { name: 'users' },
      imported: notOfCatalogue,
    },
    {
      name: 'interest',
      create: 'POST /interest',
      by: async () => person,
      list: '/interest',
      given: { entity_id: (variant) => followed[variant]?.id },
      unaudited: own,
      exported: ({ interests }, id) => interests.find((one: any) => one.id === id),
      edition: 'It belongs to no festival',
      file: 'It is written without its id: src/cli/export/export.test.ts',
      imported: notOfCatalogue,
    },
  ]
}
