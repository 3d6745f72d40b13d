/** Exchanges figures between the processes that serve a port together. */
import cluster, { type Worker } from 'node:cluster'
import type { Figure, Metrics } from '#platform/observe/metrics'

/** Timeout for the answer of a process, ms: one that hangs is left out. */
const patience = 1_000

/** `figures` identifies the question, which a process answers with its own figures or passes on to the others. */
type Asked = { figures: number; of: 'others' | 'you' }
type Answered = { figures: number; own: Figure[]; others: Figure[][] }

const isAsked = (message: unknown): message is Asked => 'of' in Object(message)
const isAnswered = (message: unknown): message is Answered => 'others' in Object(message)

/** In the first process: answers requests for the figures of the others, and of this one. */
export function passFiguresOn(metrics: Metrics): void {
  const waiting = new Waiting()
  cluster.on('message', (from, message: unknown) => {
    if (isAnswered(message)) waiting.answer(message)
    else if (isAsked(message)) void collect(from, message)
  })
  const collect = async (from: Worker, { figures }: Asked) => {
    const workers = Object.values(cluster.workers ?? {})
    const others = workers.filter((worker): worker is Worker => !!worker && worker.id !== from.id)
    const answers = await Promise.all([
      metrics.own(),
      ...others.map(async (worker) => {
        const asked = waiting.ask((figures) => {
          if (worker.isConnected()) worker.send({ figures, of: 'you' } satisfies Asked)
        })
        return (await asked)?.own ?? []
      }),
    ])
    if (from.isConnected()) {
      from.send({ figures, own: [], others: answers } satisfies Answered)
    }
  }
}

/** In a worker: answers with its figures, and requests the other processes' figures through the first process. */
export function shareFigures(metrics: Metrics): void {
  const waiting = new Waiting()
  const tell = async ({ figures }: Asked) => {
    process.send?.({ figures, own: await metrics.own(), others: [] } satisfies Answered)
  }
  process.on('message', (message: unknown) => {
    if (isAnswered(message)) waiting.answer(message)
    else if (isAsked(message)) void tell(message)
  })
  metrics.others = async () => {
    const answer = await waiting.ask((figures) => {
      process.send?.({ figures, of: 'others' } satisfies Asked)
    })
    return answer?.others ?? []
  }
}

/** Questions without an answer so far. */
class Waiting {
  readonly #asked = new Map<number, (answer: Answered | undefined) => void>()
  #last = 0

  /** Returns undefined if there is no answer in time. */
  async ask(send: (figures: number) => void): Promise<Answered | undefined> {
    const figures = ++this.#last
    const { promise, resolve } = Promise.withResolvers<Answered | undefined>()
    this.#asked.set(figures, resolve)
    const timer = setTimeout(() => resolve(undefined), patience)
    try {
      send(figures)
      return await promise
    } finally {
      clearTimeout(timer)
      this.#asked.delete(figures)
    }
  }

  answer(answer: Answered): void {
    this.#asked.get(answer.figures)?.(answer)
  }
}
