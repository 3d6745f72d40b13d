/** The sale: turns are given, people buy in theirs, and all others wait and ask. */
import { setTimeout as pause } from 'node:timers/promises'
import { comes, withEach } from '../parallel.ts'
import type { Stage } from '../stage.ts'
import { buy, purchaseResults } from './buy.ts'
import { type Queue, servedBy } from './queue.ts'

/** Share of people who try to buy before their turn, and share of buyers who try to buy again. */
const [jumps, again] = [0.02, 0.1]
/** Time after which an unused turn admits the next person, ms: a little more than ten minutes. */
const unused = 601_000
/** Maximum number of moves of the clock: any tickets left then stay unsold. */
const mostMoves = 20

export type Sold = {
  /** the final result of each person */
  answers: Uint8Array
  /** number of requests of each person */
  asked: Uint16Array
  /** answers that the service should not have given, and their numbers */
  wrong: Map<string, number>
  jumped: number
  /** from the first turn to the last ticket, seconds */
  seconds: number
}

export async function sellAll(stage: Stage, queue: Queue): Promise<Sold> {
  const sale = new Sale(stage, queue)
  const from = performance.now()
  const disturbed = disturb(stage, () => sale.isOver)
  await Promise.all([sale.watch(), sale.serve(), sale.wait()])
  const seconds = (performance.now() - from) / 1000
  await disturbed
  await sale.sayNo()
  const { answers, asked, wrong, jumped } = sale
  return { answers, asked, wrong, jumped, seconds }
}

class Sale {
  readonly answers: Uint8Array
  readonly asked: Uint16Array
  readonly wrong = new Map<string, number>()
  jumped = 0
  isOver = false
  readonly #stage: Stage
  readonly #queue: Queue
  #serving = 0
  #busy = 0
  /** people whose turn has come and who have not bought yet */
  readonly #called: number[] = []

  constructor(stage: Stage, queue: Queue) {
    this.#stage = stage
    this.#queue = queue
    this.answers = new Uint8Array(stage.people.count)
    this.asked = new Uint16Array(stage.people.count)
  }

  /** Calls people as their turn comes, until nothing is left. */
  async watch(): Promise<void> {
    const { services, measures } = this.#stage
    let quiet = performance.now()
    let [sold, moves] = [0, 0]
    while (!this.isOver) {
      const before = this.#serving
      this.#call(await this.#progress())
      const isQuiet = before === this.#serving && this.#busy === 0 && this.#called.length === 0
      if (!isQuiet || sold !== measures.counts.sold) quiet = performance.now()
      sold = measures.counts.sold
      if (isQuiet && (await this.#isSoldOut())) this.isOver = true
      else if (performance.now() - quiet > 4_000) {
        this.isOver = moves++ === mostMoves || this.#serving >= this.#stage.people.count
        measures.note('ten minutes pass: turns that were not used let others in')
        services.moveClock(unused)
        quiet = performance.now()
      }
      await pause(300)
    }
  }

  /** Buys for the people who were called, several at once. */
  async serve(): Promise<void> {
    const buyer = async () => {
      while (!this.isOver) {
        const person = this.#called.shift()
        if (person === undefined) await pause(20)
        else await this.#buy(person)
      }
    }
    await Promise.all(Array.from({ length: this.#stage.size.atOnce }, buyer))
  }

  /** All others ask for the progress, one after the other. */
  async wait(): Promise<void> {
    const { people, size } = this.#stage
    while (!this.isOver) {
      const from = performance.now()
      await withEach(people.numbers(), Math.ceil(size.atOnce / 2), async (person) => {
        if (!this.isOver && this.answers[person] === purchaseResults.nothing)
          await this.#ask(person)
      })
      await pause(Math.max(20, size.asksEvery - (performance.now() - from)))
    }
  }

  /** Checks for people without an answer that it is sold out. */
  async sayNo(): Promise<void> {
    const { people, size } = this.#stage
    await withEach(people.numbers(), size.atOnce, async (person) => {
      if (this.answers[person] !== purchaseResults.nothing) return
      this.#count(person)
      if (await this.#isSoldOut()) this.answers[person] = purchaseResults.soldOut
    })
  }

  async #progress(): Promise<number> {
    return (await this.#stage.client.get('GET', this.#queue.url)).serving
  }

  #call(serving: number): void {
    const { order } = this.#queue
    for (let place = this.#serving; place < serving; place++) {
      this.#called.push(...servedBy(this.#queue, order.numberAt(place)))
    }
    this.#serving = Math.max(this.#serving, serving)
    this.#stage.measures.counts.served = this.#serving
  }

  async #isSoldOut(): Promise<boolean> {
    const { client, festival } = this.#stage
    const path = `/festivals/${festival.id}/availability`
    const all: { ticket_id: string; remaining: number }[] = await client.get('GET', path)
    const ids = new Set(festival.tiers.map(({ id }) => id))
    return all.every(({ ticket_id, remaining }) => !ids.has(ticket_id) || remaining === 0)
  }

  async #buy(person: number): Promise<void> {
    const { chance, measures } = this.#stage
    this.#busy++
    this.#count(person)
    const { answer, quantity, wrong } = await buy(this.#stage, person).catch((error: Error) => ({
      answer: purchaseResults.nothing,
      quantity: 0,
      wrong: error.message,
    }))
    this.answers[person] = answer
    measures.counts.sold += quantity
    if (wrong) this.#keep(wrong)
    this.#busy--
    if (answer === purchaseResults.bought && chance.befalls(again)) await this.#refusedNow(person)
  }

  async #ask(person: number): Promise<void> {
    const { chance } = this.#stage
    await this.#progress()
    this.#count(person)
    const place = this.#queue.order.placeOf(this.#queue.serves[person] ?? 0)
    // Only people far from their turn: the others may be called while they ask.
    if (place > this.#serving + 200 + this.#stage.people.count / 4 && chance.befalls(jumps)) {
      this.jumped++
      await this.#refusedNow(person)
    }
  }

  /** Expects a refusal: it is not their turn, or no longer. */
  async #refusedNow(person: number): Promise<void> {
    const { client, festival, people, chance } = this.#stage
    const entity_id = chance.one(festival.tiers)?.id
    const body = { items: [{ payment_type: 'ticket', entity_id, quantity: 1 }] }
    const as = people.tokenOf(person)
    const { status, body: said } = await client.ask('POST', '/orders', { as, body })
    if (status !== 403 && said.code !== 'sold_out') this.#keep(`out of turn: ${status}`)
  }

  #count(person: number): void {
    this.asked[person] = (this.asked[person] ?? 0) + 1
  }

  #keep(wrong: string): void {
    this.wrong.set(wrong, (this.wrong.get(wrong) ?? 0) + 1)
  }
}

/** Slows the processor, then cuts it off; then kills the database, and a service. */
async function disturb(stage: Stage, isOver: () => boolean): Promise<void> {
  const { measures, services, size, killDatabase } = stage
  const share = (of: number) =>
    comes(() => isOver() || measures.counts.sold >= of * size.tickets, 3_600_000)
  await share(0.1)
  measures.note('the processor is slow')
  services.changeLine({ slowBy: size.slowBy, isGone: false })
  await pause(size.slowFor)
  measures.note('the processor is gone')
  services.changeLine({ slowBy: 0, isGone: true })
  await pause(size.goneFor)
  measures.note('the processor is back')
  services.changeLine({ slowBy: 0, isGone: false })
  await share(0.5)
  measures.note('PostgreSQL is killed')
  await killDatabase()
  await share(0.7)
  measures.note('a service is killed')
  await services.kill(1)
}
