/** The records of the catalogue: how each is written and read, and what of it is not read back, with the reason. */
import { newId } from '#platform/values/ids'
import { aFestival, anArtist, anOrganizer } from '../catalogue.ts'
import type { World } from '../world.ts'
import { type Filed, type Recorded } from './recorded.ts'
import { own, vat, zones } from './values.ts'

const isId = 'It is the entity_id of the entry'
const named = ({ name }: { name: string }) => name

/** Returns the records of the catalogue, with what they refer to. */
export async function catalogue(world: World): Promise<Recorded[]> {
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
