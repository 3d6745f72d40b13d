/** Lists of ours in pages and in parts, each with a way to add an item. */
import { newId } from '#platform/values/ids'
import { searchName } from '#platform/values/names'
import { aFestival, aGig, aName, anArtist, anOrganizer } from './catalogue.ts'
import { aPaidTicket } from './sales.ts'
import { aTransfer } from './transfers.ts'
import type { Person, World } from './world.ts'

/** A list that grows: its address, a function that adds an item, and its items in an answer. */
type Growing = {
  url: string
  add: (index: number) => Promise<{ id: string }>
  remove?: (id: string) => Promise<unknown>
  items?: (body: any) => { id: string }[]
}

type Lists = Record<string, () => Promise<Growing>>

/** Returns how to make each list, by its operation; the admin reads it. */
export function growingLists(world: World, admin: Person): Lists {
  return {
    ...accounts(world),
    ...managed(world, admin),
    ...ofFestivals(world),
    ...technical(world),
    ...toDecide(world, admin),
    ...handedOn(world, admin),
  }
}

const removedFrom =
  ({ db }: World, table: 'clients' | 'challenges' | 'gigs') =>
  (id: string) =>
    db.deleteFrom(table).where('id', '=', id).execute()

function accounts({ db, aUser }: World): Lists {
  return {
    'GET /users/all': async () => {
      const lastName = aName('Paged').replace(' ', '')
      const add = async () => {
        const user = await aUser({ lastName })
        await db
          .updateTable('users')
          .set({ search_name: searchName(lastName) })
          .where('id', '=', user.id)
          .execute()
        return user
      }
      return { url: `/users/all?q=${lastName}`, add, items: ({ users }) => users }
    },
  }
}

function handedOn(world: World, admin: Person): Lists {
  return {
    'GET /transfers': async () => {
      const to = await world.aUser()
      const add = async () => {
        const ticket = await aPaidTicket(world, { user_id: admin.id })
        const { festival_id } = ticket.tier
        return { id: await aTransfer(world, { ...ticket, festival_id }, to) }
      }
      return { url: '/transfers?direction=sent', add }
    },
  }
}

function managed(world: World, admin: Person): Lists {
  async function aManagedOrganizer(given = {}) {
    const organizer = await anOrganizer(world, given)
    await world.db
      .insertInto('organizer_managers')
      .values({ organizer_id: organizer.id, user_id: admin.id })
      .execute()
    return organizer
  }

  return {
    'GET /users/i/festivals': async () => {
      const { id: organizer_id } = await aManagedOrganizer()
      const add = (index: number) =>
        aFestival(world, { organizer_id, start_time: new Date(Date.UTC(2099, 5, 1 + index)) })
      const items = ({ festivals }: any) => festivals
      return { url: `/users/i/festivals?organizer=${organizer_id}`, add, items }
    },
    'GET /users/i/festivals, upcoming and at one time': async () => {
      const { id: organizer_id } = await aManagedOrganizer()
      const items = ({ festivals }: any) => festivals
      const url = `/users/i/festivals?time=upcoming&organizer=${organizer_id}`
      return { url, add: () => aFestival(world, { organizer_id }), items }
    },
    'GET /users/i/organizers': async () => {
      const word = aName('Ökö ☃')
      const add = (index: number) => {
        const name = `${word} ${index % 2}`
        return aManagedOrganizer({ id: newId(), name, search_name: searchName(name) })
      }
      const items = ({ organizers }: any) => organizers
      return { url: `/users/i/organizers?q=${encodeURIComponent(word)}`, add, items }
    },
  }
}

const day = (body: any) =>
  body.days.flatMap(({ stages }: any) => stages.flatMap(({ gigs }: any) => gigs))

function ofFestivals(world: World): Lists {
  return {
    'GET /festivals/{id}/artists': async () => {
      const { id: festival_id } = await aFestival(world)
      const add = async (index: number) => {
        const artist = await anArtist(world, { name: `${aName('Any')} ${9 - index}` })
        await aGig(world, { festival_id, artist_id: artist.id })
        return artist
      }
      const items = ({ artists }: any) => artists
      return { url: `/festivals/${festival_id}/artists`, add, items }
    },
    'GET /festivals/{id}/day': async () => {
      const { id: festival_id } = await aFestival(world)
      const at = (index: number) => new Date(Date.UTC(2099, 6, 1, 12 + (index % 3)))
      const add = (index: number) => aGig(world, { festival_id, start_time: at(index) })
      return {
        url: `/festivals/${festival_id}/day`,
        add,
        items: day,
        remove: removedFrom(world, 'gigs'),
      }
    },
    'GET /festivals/{id}/day, to be announced': async () => {
      const { id: festival_id } = await aFestival(world)
      const url = `/festivals/${festival_id}/day?date=none`
      const add = () => aGig(world, { festival_id })
      return { url, add, items: day, remove: removedFrom(world, 'gigs') }
    },
  }
}

function technical(world: World): Lists {
  const { db } = world
  return {
    'GET /clients': async () => {
      await db.deleteFrom('clients').where('name', 'like', '% paged').execute()
      const add = async (index: number) => {
        const [id, name] = [`client_${newId()}`, `${'Żb'[index % 2]} paged`]
        const client = { id, name, search_name: searchName(name), scopes: [] }
        await db.insertInto('clients').values(client).execute()
        return { id }
      }
      return { url: '/clients?', add, remove: removedFrom(world, 'clients') }
    },
    'GET /rewards/challenges': async () => {
      const add = async (index: number) => {
        const id = newId()
        const created_at = new Date(Date.UTC(2027, 0, 1, index % 2))
        const fields = { name: 'Swim', points: 1, active: true, code_hash: Buffer.from(id) }
        await db
          .insertInto('challenges')
          .values({ id, created_at, ...fields })
          .execute()
        return { id }
      }
      return { url: '/rewards/challenges?', add, remove: removedFrom(world, 'challenges') }
    },
  }
}

function toDecide(world: World, admin: Person): Lists {
  const { db } = world
  return {
    'GET /gate/{festivalId}/clashes': async () => {
      const { id: festival_id } = await aFestival(world)
      const add = async (index: number) => {
        const id = newId()
        const received_at = new Date(Date.UTC(2027, 0, 1, index % 2))
        const scan = { nonce: id, outcome: 'invalid_code', admitted_offline: true, received_at }
        await db
          .insertInto('gate_scans')
          .values({ id, festival_id, user_id: admin.id, scanned_at: received_at, ...scan } as never)
          .execute()
        return { id }
      }
      return { url: `/gate/${festival_id}/clashes?`, add }
    },
    'GET /artists/{id}/announcers': async () => {
      const { id: artist_id } = await anArtist(world)
      const add = async (index: number) => {
        const { id } = await anOrganizer(world)
        const is_approved = index % 2 === 0 ? null : index > 2
        await db
          .insertInto('announcers')
          .values({ artist_id, organizer_id: id, is_approved })
          .execute()
        return { id }
      }
      const items = (body: any) => body.map(({ organizer }: any) => organizer)
      return { url: `/artists/${artist_id}/announcers?`, add, items }
    },
  }
}
