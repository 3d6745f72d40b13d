/** Makes files of documents in a thread, so that the process answers requests meanwhile. */
import { Worker } from 'node:worker_threads'
import type { DocumentData } from '../model/document.ts'
import type { Files } from './render.ts'
import type { ThreadAnswer, ThreadRequest } from './thread.ts'

/** A thread that has nothing to do ends: it has fonts of about 60 MB in memory. */
const idleMs = 60_000

type Waiting = { resolve: (files: Files) => void; reject: (error: unknown) => void }

export class DocumentRenderer {
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #count = 0
  readonly #waiting = new Map<number, Waiting>()

  /** Makes the files of a document. Rejects if it cannot be made, or if the thread ends before. */
  render(document: DocumentData): Promise<Files> {
    const id = ++this.#count
    clearTimeout(this.#idle)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#open().postMessage({ id, document } satisfies ThreadRequest, [])
    })
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }

  /** Returns the thread, and starts it if there is none. It keeps no process alive. */
  #open(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('thread.ts', import.meta.url))
    worker.unref()
    worker.on('message', (answer: ThreadAnswer) => this.#settle(answer))
    worker.once('error', (error) => this.#end(worker, error))
    worker.once('exit', () => this.#end(worker, new Error('The thread of documents has ended')))
    this.#worker = worker
    return worker
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('files' in answer) waiting?.resolve(answer.files)
    else waiting?.reject(answer.error)
    if (this.#waiting.size > 0) return
    this.#idle = setTimeout(() => void this.close(), idleMs).unref()
  }

  /** Rejects what waits for a thread that has ended; the next document starts another. */
  #end(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
