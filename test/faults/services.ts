/** Two services on one database that die again and again, and are restarted. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Failpoint } from '../../src/shop/payments/model/failpoints.ts'
import type { Chance } from './chance.ts'

export const failpoints: Failpoint[] = [
  'C1 before reserve commits',
  'C2 reserved',
  'C3 charged',
  'C4 before settle commits',
  'C5 settled',
  'C6 asked',
  'C7 cancelled',
  'C8 before refund',
  'C9 refunded',
  'C10 webhook settled',
]
const anyMoment = 'any moment'

type Options = {
  wanted: number
  /** how many of them at each failpoint: until three times as many kills were made as are wanted */
  each: number
  chance: Chance
  env: Record<string, string>
  plant: string | undefined
  told: (kills: number) => void
  /** the failpoints to die at: those of a purchase if it is absent */
  failpoints?: Failpoint[]
}
type Service = { child: ChildProcess; url: string }

export class Services {
  kills: Record<string, number> = {}
  /** why a service is not restarted any more */
  failure: Error | undefined
  #alive = new Map<number, Service>()
  #armed = new Set<string>()
  #options: Options
  #isOver = false
  #keepers: Promise<void>[] = []

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    const fail = (error: Error) => {
      this.failure = error
    }
    this.#keepers = [0, 1].map((slot) => this.#keep(slot).catch(fail))
  }

  get #failpoints(): Failpoint[] {
    return this.#options.failpoints ?? failpoints
  }

  get killed(): number {
    return Object.values(this.kills).reduce((all, count) => all + count, 0)
  }

  get isDone(): boolean {
    const { wanted, each } = this.#options
    const isEven = this.#failpoints.every((failpoint) => (this.kills[failpoint] ?? 0) >= each)
    return this.killed >= (isEven ? wanted : 3 * wanted)
  }

  get urls(): string[] {
    return [...this.#alive.values()].map(({ url }) => url)
  }

  /** A running service; waits for one while there is none. */
  async url(): Promise<string> {
    while (!this.#isOver) {
      const { urls } = this
      if (urls.length > 0) return this.#options.chance.one(urls)
      await pause(20)
    }
    return ''
  }

  async stop(): Promise<void> {
    this.#isOver = true
    for (const { child } of this.#alive.values()) child.kill('SIGKILL')
    await Promise.all(this.#keepers)
  }

  /** Keeps a service running; while kills are wanted, each one has a failpoint to die at. */
  async #keep(slot: number) {
    while (!this.#isOver) {
      const target = this.isDone ? undefined : this.#nextTarget()
      const child = this.#fork(target)
      const ended = once(child, 'exit')
      const first = await Promise.race([once(child, 'message'), ended.then(() => undefined)])
      const url = (first as [{ url: string }] | undefined)?.[0].url
      if (url) this.#alive.set(slot, { child, url })
      if (this.#isOver) child.kill('SIGKILL')
      const [, signal] = await this.#endOf(ended, child, target)
      this.#alive.delete(slot)
      if (target) this.#armed.delete(target)
      if (!this.#isOver && signal !== 'SIGKILL') throw new Error('A service ended by itself')
    }
  }

  /** The one that was hit least. Now and then any moment will do. */
  #nextTarget(): string {
    const free = this.#failpoints.filter((failpoint) => !this.#armed.has(failpoint))
    const least = Math.min(...free.map((failpoint) => this.kills[failpoint] ?? 0))
    const rare = free.filter((failpoint) => (this.kills[failpoint] ?? 0) === least)
    const { chance } = this.#options
    const target = chance.in100(8) ? anyMoment : chance.one(rare)
    if (target !== anyMoment) this.#armed.add(target)
    return target
  }

  #fork(target: string | undefined): ChildProcess {
    const { env, plant, chance } = this.#options
    return fork('test/faults/service.ts', [], {
      execArgv: plant ? ['--import', './test/faults/plant.ts'] : [],
      env: {
        ...env,
        ...(plant && { PLANT: plant }),
        ...(target && { DIES_AT: target, DIES_AFTER: `${1 + chance.below(4)}` }),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  }

  /** A process that does not reach its failpoint within 15 seconds is killed where it is. */
  async #endOf(ended: Promise<unknown[]>, child: ChildProcess, target: string | undefined) {
    if (target === undefined) return ended
    const patience = target === anyMoment ? this.#options.chance.between(100, 1500) : 15_000
    const timeout = new AbortController()
    const late = pause(patience, 'late', { signal: timeout.signal }).catch(() => 'ended')
    const first = await Promise.race([ended.then(() => 'ended'), late])
    timeout.abort()
    const hasRun = child.connected || child.signalCode !== null
    if (first === 'late') child.kill('SIGKILL')
    const place = first === 'late' ? anyMoment : target
    const end = await ended
    if (hasRun && !this.#isOver) {
      this.kills[place] = (this.kills[place] ?? 0) + 1
      this.#options.told(this.killed)
    }
    return end
  }
}
