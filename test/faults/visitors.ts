/** The visitors of a festival, by their requests: reads, purchases, sign-ins, and what staff do meanwhile. */

import { hashPassword } from '#platform/secrets/passwords'
import { newId } from '#platform/values/ids'
import { aTier } from '../buying.ts'
import { aFestival, aGig, anArtist, aPlace } from '../catalogue.ts'
import type { Person, World } from '../world.ts'
import type { Ask } from './traffic.ts'

const password = 'what all of them chose'
const [people, festivals, artists] = [40, 30, 60]

type Sent = Partial<Pick<Ask, 'method' | 'heard'>> & { as?: Person; body: object }

/** Fills the world of a harness, and returns what its visitors request. */
export async function someVisitors(world: World) {
  const users = await Promise.all(Array.from({ length: people }, () => world.aUser()))
  const admin = await world.aUser({ roles: ['admin'] })
  const hash = await hashPassword(password)
  await world.work.updateTable('users').set({ password_hash: hash }).execute()
  const catalogue = await aCatalogue(world)
  const tier = await aTier(world, { festival_id: catalogue[0] ?? '', quantity: 10_000_000 })
  return new Visitors({ world, users, admin, festivals: catalogue, tier: tier.id })
}

async function aCatalogue(world: World): Promise<string[]> {
  const acts = await Promise.all(Array.from({ length: artists }, () => anArtist(world)))
  const all = await Promise.all(Array.from({ length: festivals }, () => aFestival(world)))
  for (const { id: festival_id } of all) {
    const place = await aPlace(world, { festival_id })
    const slots = acts.slice(0, 12).map((artist, hour) => ({
      festival_id,
      artist_id: artist.id,
      place_id: place.id,
      start_time: new Date(Date.UTC(2099, 6, 1, 12 + hour)),
    }))
    await Promise.all(slots.map((slot) => aGig(world, slot)))
  }
  return all.map(({ id }) => id)
}

type Ground = { world: World; users: Person[]; admin: Person; festivals: string[]; tier: string }

export class Visitors {
  /** payments whose tickets were not shown at the gate yet */
  readonly #bought: string[] = []
  readonly #ground: Ground
  #nth = 0

  constructor(ground: Ground) {
    this.#ground = ground
  }

  /** A read that is cached. */
  known = (): Ask => this.#get('known', '/festivals?time=upcoming&limit=20')

  /** A read that is not cached. */
  unseen = (): Ask => {
    const nth = this.#nth++
    const { festivals } = this.#ground
    const pages = [
      `/festivals?limit=10&page=${1 + (nth % 3)}&n=${nth}`,
      `/festivals/${festivals[nth % festivals.length]}?n=${nth}`,
      `/gigs?month=2099-07&n=${nth}`,
    ]
    return this.#get('read', pages[nth % pages.length] ?? '')
  }

  search = (): Ask => this.#get('search', `/search?for=tide&n=${this.#nth++}`)

  /** A read of a fan's own points. */
  points = (): Ask => {
    const { kind, path, headers } = this.#get('points', '/rewards/points')
    return { kind, path, headers: { ...headers, 'x-f-authentication': this.#randomUser().token } }
  }

  purchase = (): Ask => {
    const heard = (answer: string) => {
      if (this.#bought.length < 1000) this.#bought.push(JSON.parse(answer).id)
    }
    const body = { payment_type: 'ticket', entity_id: this.#ground.tier }
    return this.#send('purchase', '/payments', { as: this.#randomUser(), body, heard })
  }

  signIn = (): Ask => {
    const { email } = this.#randomUser()
    return this.#send('sign-in', '/auth/user', { body: { email, password } })
  }

  /** Admits a buyer; while there is none, reads. */
  validation = (): Ask => {
    const id = this.#bought.pop()
    if (id === undefined) return this.known()
    const as = this.#ground.admin
    return this.#send('validation', `/payments/${id}/validate`, { method: 'PUT', as, body: {} })
  }

  rewardEvent = (): Ask => {
    const { festivals } = this.#ground
    const entity_id = festivals[this.#nth % festivals.length]
    const body = { event_type: 'festival_viewed', entity_type: 'festival', entity_id }
    return this.#send('reward', '/rewards/events', { as: this.#randomUser(), body })
  }

  /** A change of the catalogue, which invalidates cached answers. */
  change = (): Ask => {
    const { festivals, admin } = this.#ground
    const nth = this.#nth++
    const path = `/festivals/${festivals[nth % festivals.length]}`
    return this.#send('change', path, { method: 'PUT', as: admin, body: { venue: `Field ${nth}` } })
  }

  #randomUser(): Person {
    const { users, admin } = this.#ground
    return users[this.#nth++ % users.length] ?? admin
  }

  #get(kind: string, path: string): Ask {
    return { kind, path, headers: { 'x-f-authorization': this.#ground.world.client.token } }
  }

  #send(kind: string, path: string, { method = 'POST', as, body, heard }: Sent): Ask {
    const { headers } = this.#get(kind, path)
    const all = {
      ...headers,
      'idempotency-key': newId(),
      'content-type': 'application/json',
      ...(as && { 'x-f-authentication': as.token }),
    }
    return { kind, path, method, headers: all, body: JSON.stringify(body), ...(heard && { heard }) }
  }
}
