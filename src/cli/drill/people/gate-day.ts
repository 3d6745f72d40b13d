/** The day at the gates: people come, leave and come again, and some show codes that must not admit. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '../stage.ts'
import { Gate, type Kind, type ShownCode } from './gates.ts'
import type { Ticket } from './tickets.ts'
import type { Weeks } from './weeks.ts'

/** Number of gates; indexes of the gates without a network; index of the gate with the stolen device. */
const [count, offline, stolen] = [8, new Set([6, 7]), 4]
const [leave, copies, forgeries] = [0.3, 0.05, 0.04]
/** Number of attempts with the stolen device. */
const tries = 20
const [minute, hour] = [60_000, 3_600_000]

export type GateDay = {
  scans: number
  /** admissions by kind of code */
  admitted: Record<string, number>
  refused: Record<string, number>
  /** number of attempts with the stolen device, and number of them that the service accepted */
  thefts: { tried: number; taken: number }
  /** passages that gates without a network reported afterwards */
  toldLater: number
  /** number of people inside, as counted by the service */
  inside: number
}

type Coming = ShownCode & { at: number }

export async function openGates(stage: Stage, weeks: Weeks): Promise<GateDay> {
  const { services, festival, chance, size, measures } = stage
  const gates: Gate[] = []
  for (let n = 0; n < count; n++) {
    gates.push(await Gate.setUp(stage, `Gate ${n + 1}`, offline.has(n)))
  }
  services.moveClock(festival.start.getTime() - services.now().getTime() + hour)
  const day = new Day(stage, gates)
  const comers = chance.shuffled(weeks.tickets).slice(0, size.comers)
  const coming = comers.map(({ code }) => day.coming(code, 'ticket'))
  await day.all(chance.shuffled([...coming, ...badCodes(stage, day, { weeks, comers })]))
  services.moveClock(20 * minute)
  measures.note('the device of a gate is stolen, and ended')
  const thefts = await steal(stage, gates[stolen], weeks.tickets)
  day.isStolen = true
  const copied = comers.filter(() => chance.befalls(copies))
  await day.all(copied.map(({ code }) => day.coming(code, 'copy')))
  services.moveClock(20 * minute)
  const leaving = comers.filter(() => chance.befalls(leave))
  await day.all(leaving.map(({ code }) => day.coming(code, 'ticket', 'out')))
  services.moveClock(20 * minute)
  await day.all(leaving.map(({ code }) => day.coming(code, 'ticket')))
  let toldLater = 0
  for (const n of offline) toldLater += (await gates[n]?.tell()) ?? 0
  measures.note('gates without a network have told whom they let in')
  const path = `/gate/${festival.id}/inside`
  const zones: { inside: number }[] = await stage.client.get('GET', path, {
    as: stage.people.manager,
  })
  const inside = zones.reduce((sum, zone) => sum + zone.inside, 0)
  const { scans, admitted, refused } = day
  return { scans, admitted, refused, thefts, toldLater, inside }
}

class Day {
  scans = 0
  isStolen = false
  readonly admitted: Record<string, number> = {}
  readonly refused: Record<string, number> = {}
  readonly #stage: Stage
  readonly #gates: Gate[]

  constructor(stage: Stage, gates: Gate[]) {
    this.#stage = stage
    this.#gates = gates
  }

  /** Assigns a code to a random gate that still has its device. */
  coming(code: string, kind: Kind, direction: ShownCode['direction'] = 'in'): Coming {
    const at = this.#stage.chance.between(0, count - 1)
    return { code, kind, direction, at: this.isStolen && at === stolen ? 0 : at }
  }

  /** Scans all codes; each gate scans one after the other. */
  async all(coming: Coming[]): Promise<void> {
    const byGate = Map.groupBy(coming, ({ at }) => at)
    await Promise.all(
      [...byGate].map(async ([at, shown]) => {
        for (const one of shown) await this.#scan(this.#gates[at], one)
      }),
    )
  }

  async #scan(gate: Gate | undefined, shownCode: ShownCode): Promise<void> {
    const { counts } = this.#stage.measures
    const isIn = await gate?.scan(shownCode)
    const tally = isIn ? this.admitted : this.refused
    tally[shownCode.kind] = (tally[shownCode.kind] ?? 0) + 1
    this.scans++
    if (isIn) counts.inside += shownCode.direction === 'in' ? 1 : -1
  }
}

/** Once its device is ended, its thief can admit no one. */
async function steal(
  stage: Stage,
  gate: Gate | undefined,
  tickets: Ticket[],
): Promise<GateDay['thefts']> {
  const { client, festival, people } = stage
  const path = `/festivals/${festival.id}/gate-devices/${gate?.id}`
  await client.get('DELETE', path, { as: people.manager })
  // Its token becomes invalid in every process within a second.
  await pause(1_500)
  const thefts = { tried: 0, taken: 0 }
  for (const { code } of tickets.slice(-tries)) {
    const scanned = await gate?.scan({ code, kind: 'stolen', direction: 'in' })
    thefts.tried++
    if (scanned !== undefined) thefts.taken++
  }
  return thefts
}

type Codes = { weeks: Weeks; comers: Ticket[] }

/** Forgeries, and codes of tickets that were transferred or returned. */
function badCodes({ chance }: Stage, day: Day, { weeks, comers }: Codes): Coming[] {
  const forged = comers.filter(() => chance.befalls(forgeries))
  return [
    ...forged.map(({ code }) => day.coming(forgeryOf(code), 'forged')),
    ...weeks.handedOn.map((code) => day.coming(code, 'handed_on')),
    ...weeks.givenBack.map((code) => day.coming(code, 'given_back')),
  ]
}

/** Returns a code for another ticket with the same signature. */
function forgeryOf(code: string): string {
  const middle = 40
  const other = code[middle] === '7' ? '8' : '7'
  return code.slice(0, middle) + other + code.slice(middle + 1)
}
