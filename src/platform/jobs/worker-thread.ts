/**
 * A thread for work that takes seconds of CPU, so that the process answers requests meanwhile. `WorkerThread` starts it, and
 * its file calls `answerRequests`.
 */
import { parentPort, Worker } from 'node:worker_threads'
import { Problem } from '#platform/values/errors'

/** A thread without work ends after this time: fonts and WebAssembly hold up to 60 MB. */
const idleMs = 60_000

type ThreadAnswer<Result> = { result: Result } | { refusal: Refusal } | { error: unknown }
/** A `Problem` as plain data: a message between threads keeps no classes. */
type Refusal = { status: number; message: string; detail: { code: string } }

type Limits = {
  /** the longest that one request may take */
  limitMs?: number
  /** the most that its objects may take in memory */
  heapMb?: number
}

type Waiting<Request, Result> = {
  request: Request
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export class WorkerThread<Request, Result> {
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined
  #active: Waiting<Request, Result> | undefined
  #queue: Waiting<Request, Result>[] = []
  readonly #file: URL
  readonly #limits: Limits

  constructor(file: URL, limits: Limits = {}) {
    this.#file = file
    this.#limits = limits
  }

  /**
   * Returns the answer to a request; requests are answered one after the other. Rejects with the error of the thread, and
   * with another one if the thread ends or takes too long. The next request then starts a new thread.
   */
  run(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, resolve, reject })
      this.#next()
    })
  }

  /** Ends the thread, and rejects all requests. */
  async close(): Promise<void> {
    const waiting = this.#queue.splice(0)
    const worker = this.#worker
    this.#end(worker, new Error('The thread has ended'))
    for (const { reject } of waiting) reject(new Error('The thread has ended'))
    await worker?.terminate()
  }

  /** Sends the next request, unless one is being answered. */
  #next(): void {
    if (this.#active) return
    clearTimeout(this.#timer)
    this.#active = this.#queue.shift()
    const worker = this.#worker
    if (!this.#active) {
      this.#timer = setTimeout(() => this.#stop(worker, new Error('idle')), idleMs).unref()
      return
    }
    const started = this.#open()
    started.postMessage(this.#active.request, [])
    const { limitMs } = this.#limits
    if (limitMs === undefined) return
    const error = new Error(`The thread took more than ${limitMs} ms`)
    this.#timer = setTimeout(() => this.#stop(started, error), limitMs).unref()
  }

  /** Returns the thread, and starts it if there is none. It keeps no process alive. */
  #open(): Worker {
    if (this.#worker) return this.#worker
    const { heapMb } = this.#limits
    const worker = new Worker(this.#file, {
      ...(heapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
    })
    worker.unref()
    worker.on('message', (answer: ThreadAnswer<Result>) => this.#settle(worker, answer))
    worker.once('error', (error) => this.#end(worker, error))
    worker.once('exit', () => this.#end(worker, new Error('The thread has ended')))
    this.#worker = worker
    return worker
  }

  #settle(worker: Worker, answer: ThreadAnswer<Result>): void {
    if (this.#worker !== worker) return
    const waiting = this.#active
    this.#active = undefined
    if ('result' in answer) waiting?.resolve(answer.result)
    else if ('error' in answer) waiting?.reject(answer.error)
    else {
      const { status, message, detail } = answer.refusal
      waiting?.reject(new Problem(status, message, detail))
    }
    this.#next()
  }

  #stop(worker: Worker | undefined, error: Error): void {
    this.#end(worker, error)
    void worker?.terminate()
  }

  /** Forgets a thread that ends, and rejects its request; the next one starts another thread. */
  #end(worker: Worker | undefined, error: unknown): void {
    if (this.#worker !== worker) return
    clearTimeout(this.#timer)
    this.#worker = undefined
    const waiting = this.#active
    this.#active = undefined
    waiting?.reject(error)
    if (this.#queue.length > 0) this.#next()
  }
}

/** Answers the requests of a `WorkerThread` with the results of `work`. Called once, by the file of the thread. */
export function answerRequests<Request, Result>(work: (request: Request) => Promise<Result>): void {
  parentPort?.on('message', (request: Request) => {
    void answerTo(work, request).then((answer) => parentPort?.postMessage(answer, []))
  })
}

async function answerTo<Request, Result>(
  work: (request: Request) => Promise<Result>,
  request: Request,
): Promise<ThreadAnswer<Result>> {
  try {
    return { result: await work(request) }
  } catch (error) {
    if (!(error instanceof Problem)) return { error }
    const { status, message, code, facts } = error
    return { refusal: { status, message, detail: { ...facts, code } } }
  }
}
