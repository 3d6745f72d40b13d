/** One of the processes that serve the port together; `workers.ts` starts it and sends it its `Ground`. */
import '../../compiled.mjs'
import { once } from 'node:events'
import { useJoined } from '../joined.ts'
import type { Ground } from '../open.ts'

useJoined()
const groundMessage = once(process, 'message') as Promise<[Ground]>
const { runWorker } = await import('./run-worker.ts')
const [ground] = await groundMessage
await runWorker(ground)
