/** Exchanges figures between the processes that serve a port together. */
import cluster, { type Worker } from 'node:cluster'
import type { Figure, Metrics } from '#platform/observe/metrics'

/** Timeout for the answer of a process, ms: one that hangs is left out. */
const patience = 1_000

/** `figures` identifies the question, which a process answers with its own figures or passes on to the others. */
type FiguresRequest = { figures: number; of: 'others' | 'you' }
type FiguresAnswer = { figures: number; own: Figure[]; others: Figure[][] }

const isFiguresRequest = (message: unknown): message is FiguresRequest => 'of' in Object(message)
const isFiguresAnswer = (message: unknown): message is FiguresAnswer => 'others' in Object(message)

/** In the first process: answers requests for the figures of the others, and of this one. */
export function passFiguresOn(metrics: Metrics): void {
  const waiting = new Waiting()
  cluster.on('message', (from, message: unknown) => {
    if (isFiguresAnswer(message)) waiting.answer(message)
    else if (isFiguresRequest(message)) void collect(from, message)
  })
  const collect = async (from: Worker, { figures }: FiguresRequest) => {
    const workers = Object.values(cluster.workers ?? {})
    const others = workers.filter((worker): worker is Worker => !!worker && worker.id !== from.id)
    const answers = await Promise.all([
      metrics.own(),
      ...others.map(async (worker) => {
        const asked = waiting.ask((figures) => {
          if (worker.isConnected()) worker.send({ figures, of: 'you' } satisfies FiguresRequest)
        })
        return (await asked)?.own ?? []
      }),
    ])
    if (from.isConnected()) {
      from.send({ figures, own: [], others: answers } satisfies FiguresAnswer)
    }
  }
}

/** In a worker: answers with its figures, and requests the other processes' figures through the first process. */
export function shareFigures(metrics: Metrics): void {
  const waiting = new Waiting()
  const sendOwnFigures = async ({ figures }: FiguresRequest) => {
    process.send?.({ figures, own: await metrics.own(), others: [] } satisfies FiguresAnswer)
  }
  process.on('message', (message: unknown) => {
    if (isFiguresAnswer(message)) waiting.answer(message)
    else if (isFiguresRequest(message)) void sendOwnFigures(message)
  })
  metrics.others = async () => {
    const answer = await waiting.ask((figures) => {
      process.send?.({ figures, of: 'others' } satisfies FiguresRequest)
    })
    return answer?.others ?? []
  }
}

/** Questions without an answer so far. */
class Waiting {
  readonly #asked = new Map<number, (answer: FiguresAnswer | undefined) => void>()
  #last = 0

  /** Returns undefined if there is no answer in time. */
  async ask(send: (figures: number) => void): Promise<FiguresAnswer | undefined> {
    const figures = ++this.#last
    const { promise, resolve } = Promise.withResolvers<FiguresAnswer | undefined>()
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

  answer(answer: FiguresAnswer): void {
    this.#asked.get(answer.figures)?.(answer)
  }
}
