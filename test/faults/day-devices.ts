/** Gates and tills of the harness `gate-day`: pages in threads that are ended at any moment, and started again. */
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Command, FromPage, PageMessage, Scanned, Setup, State } from './gate-day/messages.ts'

const page = new URL('gate-day/start.ts', import.meta.url)

/** Who waits for an answer of the page. */
type Waiting = { resolve: (answer: unknown) => void; reject: (error: Error) => void }

export class Device {
  readonly name: string
  /** gates: where it leads */
  readonly zone: string
  isConnected = true
  kills = 0
  /** why it can go on no more */
  failure: Error | undefined
  readonly #setup: Setup
  readonly #onSaid: (pageMessage: PageMessage) => void
  #worker: Worker
  #waiting = new Map<number, Waiting>()
  #asked = 0
  #last: Promise<unknown> = Promise.resolve()
  /** told again to a page that is started again */
  #isOpen = false

  constructor(
    setup: Setup,
    { zone, onSaid }: { zone: string; onSaid: (pageMessage: PageMessage) => void },
  ) {
    this.name = setup.device.name
    this.zone = zone
    this.#setup = setup
    this.#onSaid = onSaid
    this.#worker = this.#start()
  }

  /** Ends the page in the middle of what it does, and starts it again from what it has stored. */
  async kill(): Promise<void> {
    this.kills++
    const worker = this.#worker
    await worker.terminate()
    const lost = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#worker = this.#start()
    for (const { resolve } of lost) resolve(undefined)
    if (this.#isOpen) await this.sells(true)
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  /** Cuts its network, or brings it back. */
  async connect(isThere: boolean): Promise<void> {
    this.isConnected = isThere
    await this.#ask({ kind: 'network', isThere })
  }

  async sells(isOpen: boolean): Promise<void> {
    this.#isOpen = isOpen
    await this.#ask({ kind: 'selling', isOpen })
  }

  /** Scans one after the other. Undefined: the page was ended before it had an answer. */
  scan(asked: Omit<Command & { kind: 'scan' }, 'kind'>): Promise<Scanned | undefined> {
    const scanned = this.#last.then(() => this.#ask<Scanned>({ kind: 'scan', ...asked }))
    this.#last = scanned
    return scanned
  }

  state(meet = false): Promise<State | undefined> {
    return this.#ask<State>({ kind: 'state', meet })
  }

  /** Returns what the page answers, undefined when it was ended before. */
  ask(command: Command): Promise<unknown> {
    return this.#ask(command)
  }

  #ask<T>(command: Command): Promise<T | undefined> {
    const id = ++this.#asked
    if (this.failure) return Promise.reject(this.failure)
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
    this.#waiting.set(id, { resolve: (answer) => resolve(answer as T | undefined), reject })
    this.#worker.postMessage({ id, command }, [])
    return promise
  }

  #start(): Worker {
    const workerData: Setup = { ...this.#setup, isConnected: this.isConnected }
    const worker = new Worker(page, { workerData, execArgv: [], stdout: false })
    worker.on('message', (message: FromPage) => {
      if (worker !== this.#worker) return
      if (message.id === null) return this.#onSaid(message.said)
      this.#waiting.get(message.id)?.resolve(message.answer)
      this.#waiting.delete(message.id)
    })
    worker.on('error', (error: Error) => {
      this.failure ??= error
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    })
    return worker
  }
}

/** Ends devices at any moment, on average one in each `every` ms, until it is aborted. */
export async function killAnyOf(
  devices: Device[],
  { every, signal }: { every: number; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await pause(Math.random() * 2 * every, undefined, { signal }).catch(() => undefined)
    const device = devices[Math.floor(Math.random() * devices.length)]
    if (!signal.aborted) await device?.kill()
  }
}
