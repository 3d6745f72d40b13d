/** Reads statements in a thread: 10,000 entries take a second of CPU, the largest archive half a minute. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { StatementEntry } from '#core/banking'
import { WorkerThread } from '#platform/jobs/worker-thread'
import { invalid, Problem } from '#platform/values/errors'

/** An uploaded file. `file` has its bytes in base64. */
export type StatementFile = { file: string; name: string }

/** The longest that a file may take; a connection is closed after 15 s without an answer. */
const limitMs = 10_000
/** The most that the elements of a file may take in memory. */
const heapMb = 1024

/**
 * Opens the thread of a service. A file with which it fails, or which takes too long, is refused (400): nothing of it is
 * imported, and the process goes on.
 */
export function openReader({ config, log }: Pick<FastifyInstance, 'config' | 'log'>) {
  const thread = new WorkerThread<StatementFile, Uint8Array[]>(
    new URL('thread.ts', import.meta.url),
    { limitMs: limitMs * config.TIMEOUT_SCALE, heapMb },
  )
  async function read(upload: StatementFile): Promise<StatementEntry[]> {
    try {
      return await parseChunks(await thread.run(upload))
    } catch (error) {
      if (error instanceof Problem) throw error
      log.warn({ err: error }, 'A bank statement could not be read')
      throw invalid(
        `${upload.name} cannot be read in time: export statements of fewer days at a time`,
      )
    }
  }
  return { read, close: () => thread.close() }
}

/** Parses a chunk in each turn of the event loop: 10,000 entries at once would take 25 ms. */
async function parseChunks(chunks: Uint8Array[]): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = []
  for (const chunk of chunks) {
    for (const entry of JSON.parse(Buffer.from(chunk).toString()) as StatementEntry[])
      entries.push(entry)
    await nextTurn()
  }
  return entries
}
