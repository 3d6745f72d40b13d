/** The people of the harness `gate-day`, each with a ticket, and what really happened at the gates. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Device } from './day-devices.ts'
import type { Site } from './day-site.ts'
import type { Direction, Scanned, SoldHere } from './gate-day/messages.ts'

export type Ticket = SoldHere['tickets'][number] & { code: string }

/** A scan that let someone through; `isSeen`: as a refusal of their own way in. */
type Through = {
  gate: Device
  ticket: Ticket
  direction: Direction
  scanned: Scanned
  isSeen: boolean
}

export class People {
  /** the nonces of scans that let someone through, as gates have said */
  readonly told: string[] = []
  /** how many are really inside, by zone */
  readonly inside: Record<string, number> = { main: 0, camping: 0 }
  /** the same for each ticket, by its payment and zone */
  readonly insideWith = new Map<string, number>()
  /** the most that were at the camping ground */
  most = 0
  /** how often a gate let someone into the camping ground, or out, without the service */
  unasked = 0
  /** two with copies of one ticket were let in, at these gates */
  readonly doubles: { payment_id: string; gates: [string, string] }[] = []
  readonly wrong = new Set<string>()
  readonly online: number[] = []
  readonly offline: number[] = []
  scans = 0
  /** what became of scans, by their result */
  readonly results: Record<string, number> = {}
  #living = new Set<Promise<void>>()
  readonly #gates: Device[]
  readonly #chance: Chance

  constructor({ gates }: Pick<Site, 'gates'>, chance: Chance) {
    this.#gates = gates
    this.#chance = chance
  }

  /** Someone has a ticket now, and does with it what people do. */
  arrive(ticket: Ticket): void {
    if (ticket.admitted) this.#note(ticket, 'main', 1)
    const life = this.#live(ticket).finally(() => this.#living.delete(life))
    this.#living.add(life)
  }

  get living(): number {
    return this.#living.size
  }

  async #live(ticket: Ticket): Promise<void> {
    const chance = this.#chance
    await pause(chance.between(0, 1000))
    if (!ticket.admitted && !(await this.#comeIn(ticket))) return
    for (let walks = ticket.name === 'Weekend' ? chance.below(3) : 1; walks > 0; walks--) {
      await pause(chance.between(100, 3000))
      // A holder whose ticket does not admit again goes home.
      if (!(await this.#move(ticket))) return
    }
    await pause(chance.between(100, 2000))
    // Another comes with a copy while its holder is inside.
    const isCopied = ticket.name !== 'Weekend' && chance.in100(30)
    if (isCopied) await this.#pass(this.#any('main'), ticket, 'in')
    else if (chance.in100(30)) await this.#pass(this.#any('main'), ticket, 'out')
  }

  /** Someone who is inside goes somewhere; false: they are outside afterwards. */
  async #move(ticket: Ticket): Promise<boolean> {
    if (this.#chance.in100(50)) return this.#walk(ticket)
    if (ticket.name === 'Weekend') await this.#camp(ticket)
    return true
  }

  /** For the first time, sometimes as another does with a copy. False: someone else did, or both did. */
  async #comeIn(ticket: Ticket): Promise<boolean> {
    const [here, there] = [this.#any('main'), this.#any('main')]
    if (here === there || !this.#chance.in100(12)) {
      const isIn = await this.#passAtLast(here, ticket)
      if (!isIn) this.wrong.add('A ticket that was sold was refused')
      return isIn
    }
    const both = await Promise.all([
      this.#pass(here, ticket, 'in'),
      this.#pass(there, ticket, 'in'),
    ])
    if (this.#isDouble(ticket, both, [here, there])) return false
    const isIn = both.includes(true) || (await this.#passAtLast(here, ticket))
    if (!isIn) this.wrong.add('A ticket that was sold was refused')
    return isIn
  }

  /** Who is refused is scanned once more: a page that lost the service's answer gets it then, by the same nonce. */
  async #passAtLast(gate: Device, ticket: Ticket): Promise<boolean> {
    return (await this.#pass(gate, ticket, 'in')) || this.#pass(gate, ticket, 'in')
  }

  #isDouble({ payment_id }: Ticket, both: boolean[], [here, there]: [Device, Device]): boolean {
    const isDouble = both.every(Boolean)
    if (isDouble) this.doubles.push({ payment_id, gates: [here.name, there.name] })
    return isDouble
  }

  /** Out and in again; false: they stay outside. Who is refused returns to the gate that knows that they left. */
  async #walk(ticket: Ticket): Promise<boolean> {
    const [out, back] = [this.#any('main'), this.#any('main')]
    const isOut = await this.#pass(out, ticket, 'out')
    if (!isOut) this.wrong.add('A way out was refused')
    await pause(this.#chance.between(50, 1500))
    if (await this.#pass(back, ticket, 'in')) return true
    return ticket.name === 'Weekend' && (await this.#pass(out, ticket, 'in'))
  }

  async #camp(ticket: Ticket): Promise<void> {
    const [into, out] = [this.#any('camping'), this.#any('camping')]
    if (!(await this.#pass(into, ticket, 'in'))) return
    await pause(this.#chance.between(500, 3000))
    await this.#pass(out, ticket, 'out')
  }

  /** Someone at a gate: scanned again when the gate was ended meanwhile, and then known by what it says. */
  async #pass(gate: Device, ticket: Ticket, direction: Direction): Promise<boolean> {
    const began = Date.now()
    for (let scans = 1; ; scans++) {
      const scanned = await gate.scan({ code: ticket.code, direction })
      if (!scanned) continue
      this.#count(scanned)
      const isSeen = scans > 1 && isOf(scanned, gate, began)
      if (scanned.result !== 'admitted' && !isSeen) return false
      this.#letThrough({ gate, ticket, direction, scanned, isSeen })
      return true
    }
  }

  #letThrough({ gate, ticket, direction, scanned, isSeen }: Through): void {
    if (!isSeen) this.told.push(scanned.nonce)
    this.#note(ticket, gate.zone, direction === 'in' ? 1 : -1)
    if (scanned.isOffline && gate.zone === 'camping') this.unasked++
  }

  #count({ ms, isOffline, result, reason }: Scanned): void {
    this.scans++
    const what = reason ?? result
    this.results[what] = (this.results[what] ?? 0) + 1
    const times = isOffline ? this.offline : this.online
    times.push(ms)
  }

  #note({ payment_id }: Ticket, zone: string, by: 1 | -1): void {
    const key = `${payment_id} ${zone}`
    this.insideWith.set(key, (this.insideWith.get(key) ?? 0) + by)
    this.inside[zone] = (this.inside[zone] ?? 0) + by
    this.most = Math.max(this.most, this.inside['camping'] ?? 0)
  }

  #any(zone: string): Device {
    return this.#chance.one(this.#gates.filter((gate) => gate.zone === zone))
  }
}

/** Whether a refusal tells of the way in of the person who stands here: a moment ago, and at this gate. */
function isOf({ first }: Scanned, gate: Device, began: number): boolean {
  return (
    first !== null &&
    (first.isHere || first.gate === gate.name) &&
    Date.parse(first.at) >= began - 1000
  )
}
