/** Processes that deliver webhook events, are killed with SIGKILL and restarted; and their clock. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

type Options = { count: number; env: Record<string, string>; plant?: string | undefined }

export class Couriers {
  kills = 0
  /** when a process was killed or the clock was advanced, as performance.now(), ms: then leases end */
  readonly breaks: number[] = []
  readonly #env: Record<string, string>
  readonly #plant: string | undefined
  #ahead = 0
  #alive: ChildProcess[] = []

  constructor({ env, plant }: Options) {
    this.#env = env
    this.#plant = plant
  }

  static async start(options: Options): Promise<Couriers> {
    const couriers = new Couriers(options)
    for (let started = 0; started < options.count; started++) await couriers.#begin()
    return couriers
  }

  now(): Date {
    return new Date(Date.now() + this.#ahead)
  }

  /** Advances the clock for all of them, ms. */
  pass(ms: number): void {
    this.#ahead += ms
    this.breaks.push(performance.now())
    for (const child of this.#alive) child.send({ ahead: this.#ahead })
  }

  /** Kills the oldest, and starts another in its place. */
  async kill(): Promise<void> {
    const child = this.#alive.shift()
    if (!child) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    this.kills++
    this.breaks.push(performance.now())
    await this.#begin()
  }

  async stop(): Promise<void> {
    const ended = this.#alive.map((child) => once(child, 'exit'))
    for (const child of this.#alive.splice(0)) child.kill('SIGKILL')
    await Promise.all(ended)
  }

  async #begin() {
    const child = fork('test/faults/courier.ts', [], {
      execArgv: this.#plant ? ['--import', './test/faults/plant.ts'] : [],
      env: {
        ...this.#env,
        AHEAD: `${this.#ahead}`,
        ...(this.#plant && { PLANT: this.#plant }),
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (first !== 'ready') throw new Error('A courier could not start')
    this.#alive.push(child)
    // The time that passed while it started.
    child.send({ ahead: this.#ahead })
  }
}
