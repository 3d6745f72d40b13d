/** One of the processes that serve the port together; `workers.ts` starts it and sends it its `ProcessSettings`. */
import '../../compiled.mjs'
import { once } from 'node:events'
import { useJoined } from '../joined.ts'
import type { ProcessSettings } from '../open.ts'

useJoined()
const settingsMessage = once(process, 'message') as Promise<[ProcessSettings]>
const { runWorker } = await import('./run-worker.ts')
const [settings] = await settingsMessage
await runWorker(settings)
