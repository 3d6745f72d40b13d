/** The two services of a drill: they are killed, restarted, and sent the time. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CommandError } from '../terminal/output.ts'
import type { ProcessorConnection } from './processor.ts'
import type { ServiceMessage, ServiceState } from './service.ts'

const file = fileURLToPath(new URL('./service.ts', import.meta.url))
const [count, attempts] = [2, 10]

export class Services {
  /** the port of each; undefined while it is not running */
  readonly ports: (number | undefined)[] = []
  kills = 0
  /** the highest memory of any of them, bytes */
  memory = 0
  readonly #env: NodeJS.ProcessEnv
  readonly #children: ChildProcess[] = []
  readonly #told: ServiceState = { ahead: 0, line: { slowBy: 0, isGone: false } }
  #isOver = false

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  async start(): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, slot) => this.#start(slot)))
  }

  /** Returns the time of the services. */
  now(): Date {
    return new Date(Date.now() + this.#told.ahead)
  }

  /** Moves the clocks of the services forward. */
  moveClock(ms: number): void {
    this.#told.ahead += ms
    this.#tell()
  }

  changeLine(processorConnection: ProcessorConnection): void {
    this.#told.line = processorConnection
    this.#tell()
  }

  /** Kills a service as a power cut would, and restarts it; resolves when it runs again. */
  async kill(slot: number): Promise<void> {
    this.kills++
    const child = this.#children[slot]
    this.ports[slot] = undefined
    if (child) await end(child)
    await this.#start(slot)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#children.map(end))
  }

  /** Starts a service, with several attempts while the database is away for a moment. */
  async #start(slot: number): Promise<void> {
    let failure = ''
    for (let more = attempts; more > 0 && !this.#isOver; more--) {
      const started = await this.#launch(slot)
      if (typeof started === 'number') {
        this.ports[slot] = started
        return
      }
      failure = started
      await pause(1_000)
    }
    if (!this.#isOver) throw new CommandError(`A service of the drill does not start: ${failure}`)
  }

  /** Returns the port it listens on, or its output if it ended. */
  async #launch(slot: number): Promise<number | string> {
    const child = fork(file, [], {
      env: this.#env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#children[slot] = child
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2_000)
    })
    const { promise: ready, resolve } = Promise.withResolvers<number>()
    child.on('message', (serviceMessage: ServiceMessage) => {
      if ('port' in serviceMessage) resolve(serviceMessage.port)
      else this.memory = Math.max(this.memory, serviceMessage.memory)
    })
    const ended = once(child, 'exit').then(() => undefined)
    const port = await Promise.race([ready, ended])
    if (port === undefined) return said
    child.send(this.#told)
    return port
  }

  #tell(): void {
    for (const child of this.#children) if (child.connected) child.send(this.#told)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
