/** The records of the API: how each is written and read, and what of it is not read back, with the reason. */
import { newId } from '#platform/values/ids'
import { aFestival, aName, anArtist, anOrganizer } from '../catalogue.ts'
import type { Person, World } from '../world.ts'
import type { Given } from './values.ts'

type Reads = Record<string, (answer: any) => unknown>
type Reasons = Record<string, string>

export type Recorded = {
  name: string
  /** the operations that write it; one that replaces the whole record is `change` alone */
  create?: string
  change?: string
  /** who writes it, where that is not an admin */
  by?: (id: string) => Promise<Person>
  /** what stands for the parameter of the path of `change` where nothing was created */
  id?: string
  detail?: (id: string) => string
  list?: string
  rows?: (body: any) => any[]
  /** values that a schema does not know */
  given?: Given
  /** fields that are read under another name or in another form */
  reads?: Reads
  /** fields that are never read, and why */
  unread?: Reasons
  /** fields that a change may not write, and why */
  permanent?: Reasons
  /** what a field is called in the audit log, where that is not its own name */
  auditedAs?: Record<string, string>
  /** what the audit log says of new ones where it only counts them */
  counted?: string
  /** fields whose values are not in the audit log, and why; a reason alone: none of them */
  unaudited?: Reasons | string
  /** the record in `GET /users/i/export` */
  exported?: (body: any, id: string) => any
}

const own = 'It is about the user who writes it: the log holds nothing of a person'
const isId = 'It is the entity_id of the entry'
const ofPublishable = {
  kind: 'It is the default',
  origins: 'It has none',
  allow_without_origin: 'It is false',
}
const named = ({ name }: { name: string }) => name

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

async function catalogue(world: World): Promise<Recorded[]> {
  const [home, away] = [await anOrganizer(world), await anOrganizer(world)]
  const [one, other] = [await anArtist(world), await anArtist(world)]
  const slug = `records-${newId()}`
  return [
    {
      name: 'artist',
      create: 'POST /artists',
      change: 'PUT /artists/{id}',
      detail: (id) => `/artists/${id}`,
      list: '/artists',
      reads: { genres: ({ genres }) => genres.map(named) },
      counted: 'artists.added',
    },
    {
      name: 'organizer',
      create: 'POST /organizers',
      change: 'PUT /organizers/{id}',
      detail: (id) => `/organizers/${id}`,
      list: '/organizers',
      given: { id: (variant) => `${slug}-${variant}` },
      reads: { show_email: ({ managers }) => managers.every((one: any) => one.email !== null) },
      permanent: { id: 'Festivals and links refer to it' },
      unaudited: { id: isId, show_email: own },
    },
    {
      name: 'festival',
      create: 'POST /festivals',
      change: 'PUT /festivals/{id}',
      detail: (id) => `/festivals/${id}`,
      list: '/festivals?time=upcoming&page=1&limit=100',
      rows: ({ festivals }) => festivals,
      given: {
        organizer_id: (variant) => [home.id, away.id][variant],
        'gigs[].artist': () => undefined,
        'gigs[].artist_id': (variant) => [one.id, other.id][variant],
        'gigs[].place_id': (variant) => `places[].name ${variant}`,
      },
      reads: {
        organizer_id: ({ organizer }) => organizer.id,
        gigs: ({ gigs, places }) =>
          gigs.map((gig: any) => ({
            ...gig,
            artist_id: gig.artist?.id,
            place_id: places.find(({ id }: any) => id === gig.place_id)?.name,
          })),
      },
    },
  ]
}

async function offers(world: World): Promise<Recorded[]> {
  const festival = await aFestival(world)
  return [
    {
      name: 'accommodation',
      create: 'POST /accommodations',
      change: 'PUT /accommodations/{id}',
      detail: (id) => `/accommodations/${id}`,
      list: `/accommodations?festival=${festival.id}`,
      given: { festival_id: () => festival.id },
      auditedAs: { check_in_at: 'check_in', check_out_at: 'check_out' },
      permanent: { festival_id: 'What is sold belongs to its festival' },
    },
    {
      name: 'membership plan',
      create: 'POST /subscriptions',
      change: 'PUT /subscriptions/{id}',
      detail: (id) => `/subscriptions/${id}`,
      list: '/subscriptions',
    },
    {
      name: 'gate device',
      create: `POST /festivals/${festival.id}/gate-devices`,
      list: `/festivals/${festival.id}/gate-devices`,
      exported: ({ gate_devices }, id) => gate_devices.find((one: any) => one.id === id),
    },
  ]
}

async function tokenOf({ access, db, client }: World, userId: string): Promise<string> {
  const { token } = await access.issue(db, { clientId: client.id, userId })
  return token
}

async function people(world: World): Promise<Recorded[]> {
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
    },
    {
      name: 'interest',
      create: 'POST /interest',
      by: async () => person,
      list: '/interest',
      given: { entity_id: (variant) => followed[variant]?.id },
      unaudited: own,
      exported: ({ interests }, id) => interests.find((one: any) => one.id === id),
    },
  ]
}

function rewards(): Recorded[] {
  const types = ['ticket_purchased', 'ticket_validated']
  return [
    {
      name: 'rule',
      change: 'PUT /rewards/rules/{event_type}',
      id: 'ticket_purchased',
      list: '/rewards/rules',
    },
    {
      name: 'badge',
      create: 'POST /rewards/badges',
      change: 'PUT /rewards/badges/{id}',
      detail: (id) => `/rewards/badges/${id}`,
      list: '/rewards/badges',
      given: { event_type: (variant) => types[variant] },
      auditedAs: { icon: 'photo' },
    },
    {
      name: 'levels',
      change: 'PUT /rewards/levels',
      detail: () => '/rewards/levels',
      given: {
        levels: (_, [one]: [any]) => [
          { ...one, level: 1, points: 0 },
          { ...one, level: 2 },
        ],
      },
      unaudited: { 'levels.level': isId },
    },
    {
      name: 'challenge',
      create: 'POST /rewards/challenges',
      change: 'PUT /rewards/challenges/{id}',
      list: '/rewards/challenges?limit=1000',
      given: { code: () => aName('A code of many letters') },
      unread: { code: 'It is shown once and stored as a hash' },
    },
  ]
}

async function technical(world: World): Promise<Recorded[]> {
  const [home, away] = [await anOrganizer(world), await anOrganizer(world)]
  return [
    {
      name: 'client',
      create: 'POST /clients',
      change: 'PUT /clients/{id}',
      list: '/clients?limit=1000',
      given: {
        suspended: () => true,
        kind: () => 'confidential',
        origins: () => [],
        allow_without_origin: () => false,
      },
      permanent: { kind: 'What was given a secret is not published, nor the other way round' },
      unaudited: ofPublishable,
      auditedAs: { suspended: 'suspended_at' },
    },
    {
      name: 'publishable client',
      create: 'POST /clients',
      change: 'PUT /clients/{id}',
      list: '/clients?limit=1000',
      given: {
        suspended: () => true,
        kind: () => 'publishable',
        scopes: () => [],
        origins: (variant) => [`https://records-${variant}.example`],
      },
      permanent: { kind: 'What was given a secret is not published, nor the other way round' },
      unaudited: { scopes: 'It has none' },
      auditedAs: { suspended: 'suspended_at' },
    },
    {
      name: 'webhook',
      create: 'POST /webhooks',
      change: 'PUT /webhooks/{id}',
      detail: (id) => `/webhooks/${id}`,
      list: '/webhooks',
      given: {
        url: (variant) => `https://app.example/records/${variant}`,
        organizer_id: (variant) => [home.id, away.id][variant],
      },
      auditedAs: { enabled: 'is_enabled' },
    },
  ]
}
