/** The records of the API: how each is written and read, and what of it is not read back, with the reason. */
import { newId } from '#platform/values/ids'
import { aTier } from '../buying.ts'
import { aFestival, anArtist, anOrganizer } from '../catalogue.ts'
import type { World } from '../world.ts'
import { type Filed, notFiled, notOfCatalogue, type Recorded } from './recorded.ts'
import { rewards } from './rewards.ts'
import { technical } from './technical.ts'
import type { Variant } from './values.ts'

const own = 'It is about the user who writes it: the log holds nothing of a person'
const isId = 'It is the entity_id of the entry'
const named = ({ name }: { name: string }) => name

const zones = (variant: number) => [['main'], ['camping', 'backstage']][variant]

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
  const [before, earlier, ofAway] = [
    await aFestival(world, { organizer_id: home.id }),
    await aFestival(world, { organizer_id: home.id }),
    await aFestival(world, { organizer_id: away.id }),
  ]
  const slug = `records-${newId()}`
  return [
    {
      name: 'artist',
      create: 'POST /artists',
      change: 'PUT /artists/{id}',
      detail: (id) => `/artists/${id}`,
      list: '/artists',
      reads: { genres: ({ genres }) => genres.map(named) },
      edition: 'It belongs to no festival',
      file: { name: 'artists', as: { genres: 'genres' } },
      imported: { lineup: { name: 'By it the artist is found again' } },
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
      edition: 'It belongs to no festival',
      file: { name: 'organizers', except: { show_email: 'It is about the user who writes it' } },
      imported: 'An import names its id and its name alone',
    },
    {
      name: 'festival',
      create: 'POST /festivals',
      change: 'PUT /festivals/{id}',
      detail: (id) => `/festivals/${id}?hidden=true&expand=translations`,
      list: '/festivals?time=upcoming&page=1&limit=100&expand=translations',
      rows: ({ festivals }) => festivals,
      given: {
        organizer_id: (variant) => [home.id, away.id][variant],
        previous_edition_id: (variant) => [before.id, ofAway.id][variant],
        'gigs[].artist': () => undefined,
        'gigs[].artist_id': (variant) => [one.id, other.id][variant],
        'gigs[].place_id': (variant) => `places[].name ${variant}`,
        // A list shows none that are hidden: see the record below.
        'tickets[].hidden': () => false,
        'tickets[].vat': vat,
        'tickets[].zones': zones,
        published: () => true,
        // A request to move: src/catalogue/festivals/writing/reschedule.test.ts reads what comes of it.
        move: () => undefined,
        moved_refund_until: () => undefined,
      },
      unaudited: { 'tickets.hidden': 'It stays false', published },
      reads: {
        published: isPublished,
        organizer_id: ({ organizer }) => organizer.id,
        gigs: ({ gigs, places }) =>
          gigs.map((gig: any) => ({
            ...gig,
            artist_id: gig.artist?.id,
            place_id: places.find(({ id }: any) => id === gig.place_id)?.name,
          })),
      },
      edition: {
        ...editionOfFestival,
        except: { ...ofDraft, gigs: 'A line-up belongs to one edition' },
      },
      file: fileOfFestival,
      imported: {
        lineup: notImported,
        list: { ...notImported, gigs: 'A line-up has them', places: 'A line-up has them' },
      },
    },
    {
      name: 'festival with a hidden tier',
      create: 'POST /festivals',
      change: 'PUT /festivals/{id}',
      detail: (id) => `/festivals/${id}?hidden=true&expand=translations`,
      given: {
        organizer_id: () => home.id,
        previous_edition_id: (variant) => [before.id, earlier.id][variant],
        gigs: () => [],
        places: () => [],
        'tickets[].name': () => 'Crew',
        'tickets[].vat': vat,
        'tickets[].zones': zones,
        published: () => true,
        // A request to move: src/catalogue/festivals/writing/reschedule.test.ts reads what comes of it.
        move: () => undefined,
        moved_refund_until: () => undefined,
      },
      reads: { organizer_id: ({ organizer }) => organizer.id, published: isPublished },
      unaudited: ofHiddenTier,
      edition: { ...editionOfFestival, except: ofDraft },
      file: fileOfFestival,
      imported: 'It is the festival above, whose tiers no import reads',
    },
  ]
}

const published = 'It stays true; src/catalogue/festivals/model/publishing.test.ts makes drafts'
const isPublished = ({ published_at }: any) => published_at !== null

const editionOfFestival = {
  of: (id: string) => id,
  url: (edition: string) => `/festivals/${edition}?hidden=true&expand=translations`,
}

const ofDraft = {
  name: 'The request gives it',
  published: 'An edition is a draft',
  previous_edition_id: 'It is the festival that is copied',
}

const notImported = {
  tickets: 'They are sold where they are',
  previous_edition_id: 'It is the id of a record',
}

const fileOfFestival: Filed = {
  name: 'festivals',
  parts: { gigs: 'gigs', places: 'places', tickets: 'tiers' },
  as: {
    published: 'published_at',
    translations: 'translations',
    'gigs.place_id': 'place_id',
    'tickets.price': 'price_cents',
    'tickets.translations': 'translations',
    'tickets.vat': 'vat',
    'tickets.zones': 'zones',
  },
}

const ofHiddenTier = {
  published,
  organizer_id: 'It stays the same',
  gigs: 'It has none',
  places: 'It has none',
  'tickets.name': 'By it the tier is found again',
}

/** VAT is a rate or a reason, never both. */
const vat = (variant: Variant) =>
  variant === 0 ? { rate: 19.25, exemption: null } : { rate: null, exemption: 'Culture' }

async function offers(world: World): Promise<Recorded[]> {
  const festival = await aFestival(world)
  for (const zone of zones(1) ?? []) {
    await world.db.insertInto('gate_zones').values({ festival_id: festival.id, zone }).execute()
  }
  const offered = { festival_id: festival.id }
  const tiers = [await aTier(world, offered), await aTier(world, offered)]
  return [
    {
      name: 'accommodation',
      create: 'POST /accommodations',
      change: 'PUT /accommodations/{id}',
      list: `/accommodations?festival=${festival.id}&hidden=true&expand=translations`,
      given: { festival_id: () => festival.id, vat, zones },
      auditedAs: { check_in_at: 'check_in', check_out_at: 'check_out' },
      permanent: { festival_id: 'What is sold belongs to its festival' },
      edition: {
        of: () => festival.id,
        url: (edition) => `/accommodations?festival=${edition}&hidden=true&expand=translations`,
        rows: (stays, name) => stays.find((stay: any) => stay.name === name),
        except: { festival_id: 'It is the edition' },
      },
      file: {
        name: 'accommodations',
        as: {
          price: 'price_cents',
          check_in_at: 'check_in',
          check_out_at: 'check_out',
          translations: 'translations',
          amenities: 'amenities',
          vat: 'vat',
          zones: 'zones',
        },
      },
      imported: notOfCatalogue,
    },
    {
      name: 'membership plan',
      create: 'POST /subscriptions',
      change: 'PUT /subscriptions/{id}',
      detail: (id) => `/subscriptions/${id}?expand=translations`,
      list: '/subscriptions?expand=translations',
      given: { vat },
      edition: 'It belongs to no festival',
      file: {
        name: 'plans',
        as: { price: 'price_cents', translations: 'translations', vat: 'vat' },
      },
      imported: notOfCatalogue,
    },
    {
      name: 'voucher',
      create: `POST /festivals/${festival.id}/vouchers`,
      change: `PUT /festivals/${festival.id}/vouchers/{voucherId}`,
      detail: (id) => `/festivals/${festival.id}/vouchers/${id}`,
      list: `/festivals/${festival.id}/vouchers`,
      rows: ({ vouchers }) => vouchers,
      given: {
        percent: (variant) => [20, 30][variant],
        amount: () => null,
        price: () => null,
        code: () => `RECORD-${newId()}`.slice(0, 40),
        codes: () => 1,
        entity_ids: (variant) => [tiers[variant]?.id],
      },
      unaudited: {
        amount: 'It is null beside percent',
        price: 'It is null beside percent',
        code: 'It is a secret',
        codes: 'They are counted',
      },
      edition: 'A voucher belongs to one edition',
      file: {
        name: 'vouchers',
        as: { entity_ids: 'entity_ids' },
        except: { code: 'It is a secret', codes: 'They are secrets' },
      },
      imported: notOfCatalogue,
    },
    {
      name: 'message',
      create: `POST /festivals/${festival.id}/messages`,
      change: `PUT /festivals/${festival.id}/messages/{message_id}`,
      detail: (id) => `/festivals/${festival.id}/messages/${id}`,
      list: `/festivals/${festival.id}/messages`,
      rows: ({ messages }) => messages,
      given: { entity_id: (variant) => tiers[variant]?.id },
      edition: 'It is about one edition',
      file: notFiled,
      imported: notOfCatalogue,
    },
    {
      name: 'gate device',
      create: `POST /festivals/${festival.id}/gate-devices`,
      list: `/festivals/${festival.id}/gate-devices`,
      given: { zone: (variant) => zones(variant)?.[0] },
      exported: ({ gate_devices }, id) => gate_devices.find((one: any) => one.id === id),
      edition: 'It belongs to one edition',
      file: notFiled,
      imported: notOfCatalogue,
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
