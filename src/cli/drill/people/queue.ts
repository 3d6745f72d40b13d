/** The first half of the sale: people take their numbers, and these are drawn into an order. */
import { hash } from 'node:crypto'
import { type Order, orderOf } from '#common/draw/permutation'
import { bytesOf, nodeTools } from '#shop/queue'
import { CommandError } from '../../terminal/output.ts'
import { comes, withEach } from '../parallel.ts'
import type { Stage } from '../stage.ts'

/** Share of people who enter after the draw, and stand behind all others. */
const late = 0.03
/** Share of people who enter twice, and must get the same number again. */
const twice = 0.1
/** Share of people who give up their number for a friend's, and the maximum size of a group. */
const [joins, groupOf] = [0.1, 4]
const hour = 3_600_000

export type Queue = {
  id: string
  url: string
  order: Order
  /** the number of each person, and the number that serves them: their own or their group's */
  numbers: Int32Array
  serves: Int32Array
  /** the people who have joined a number */
  joined: Map<number, number[]>
  /** the person of each number */
  persons: Int32Array
  /** people who got two different numbers */
  changed: number[]
}

/** Opens the queue of all tiers, lets everybody enter, and draws. One service is killed on the way. */
export async function fillQueue(stage: Stage): Promise<Queue> {
  const { client, people, festival, services, measures, chance, size } = stage
  const url = `/festivals/${festival.id}/queue`
  const now = services.now().getTime()
  const terms = {
    tiers: festival.tiers.map(({ id }) => id),
    opens_at: new Date(now),
    draw_at: new Date(now + 6 * hour),
    groups_of: groupOf,
    source: 'organizer',
  }
  const { id } = await client.get('PUT', url, { as: people.manager, body: terms })
  const numbers = new Int32Array(people.count).fill(-1)
  const groups = new Groups(stage, url)
  const changed: number[] = []
  const enter = async (person: number): Promise<Entry> => {
    const entry = await enterQueue(stage, url, person)
    numbers[person] = entry.number
    measures.counts.entered++
    const again = chance.befalls(twice) ? await enterQueue(stage, url, person) : entry
    if (again.number !== entry.number) changed.push(person)
    return entry
  }
  const everybody = Array.from({ length: people.count }, (_, person) => person)
  const first = Math.ceil((1 - late) * people.count)
  const killed = killAt(stage, people.count / 3)
  await withEach(everybody.slice(0, first), 2 * size.atOnce, async (person) => {
    await groups.add(person, await enter(person))
  })
  await killed
  const drawAt = { ...terms, draw_at: new Date(services.now().getTime() + 1_500) }
  await client.get('PUT', url, { as: people.manager, body: drawAt })
  const isDrawn = async () => (await client.get('GET', url)).status === 'serving'
  if (!(await comes(isDrawn, 600_000))) throw new CommandError('The queue has not been drawn')
  await withEach(everybody.slice(first), 2 * size.atOnce, async (person) => {
    await enter(person)
  })
  const { draw } = await client.get('GET', url)
  const order = await orderOf(bytesOf(draw.seed), draw.entries, nodeTools.sha256)
  const persons = new Int32Array(people.count)
  for (const [person, number] of numbers.entries()) persons[number] = person
  const { joined } = groups
  const serves = Int32Array.from(numbers)
  for (const [number, mates] of joined) for (const mate of mates) serves[mate] = number
  return { id, url, order, numbers, serves, joined, persons, changed }
}

/** Returns the people served by a number: its own person, unless they have given it up, and everyone who joined it. */
export function servedBy({ serves, persons, joined }: Queue, number: number): number[] {
  const own = persons[number] ?? 0
  return [...(serves[own] === number ? [own] : []), ...(joined.get(number) ?? [])]
}

type Entry = { number: number; invitation: string | null }

/** Friends are served by one number: some people who enter join the previous person. */
class Groups {
  readonly joined = new Map<number, number[]>()
  readonly #stage: Stage
  readonly #url: string
  #open: Entry | undefined

  constructor(stage: Stage, url: string) {
    this.#stage = stage
    this.#url = url
  }

  async add(person: number, entry: Entry): Promise<void> {
    const { chance, client, people } = this.#stage
    const open = this.#open
    const mates = open ? (this.joined.get(open.number) ?? []) : []
    if (!open || mates.length + 1 >= groupOf) {
      this.#open = entry
    } else if (chance.befalls(joins)) {
      mates.push(person)
      this.joined.set(open.number, mates)
      const asked = { as: people.tokenOf(person), of: person % 2 }
      const body = { invitation: open.invitation }
      await client.get('POST', `${this.#url}/group`, { ...asked, body })
    }
  }
}

async function killAt({ measures, services }: Stage, entered: number): Promise<void> {
  await comes(() => measures.counts.entered >= entered, 3_600_000)
  measures.note('a service is killed')
  await services.kill(0)
}

/** Enters the queue. Each person uses only one of the services, like a browser with an open connection. */
async function enterQueue({ client, people }: Stage, url: string, person: number): Promise<Entry> {
  const asked = { as: people.tokenOf(person), of: person % 2 }
  const { challenge, salt, signature, maxnumber } = await client.get(
    'GET',
    `${url}/challenge`,
    asked,
  )
  let number = 0
  while (number < maxnumber && hash('sha256', `${salt}${number}`) !== challenge) number++
  const body = { work: { challenge, salt, signature, number } }
  return client.get('POST', url, { ...asked, body, isRepeatable: true })
}
