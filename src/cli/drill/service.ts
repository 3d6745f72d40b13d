/** A service of the drill: a complete one in its own process. The drill controls its clock and its connection to the processor. */
import '../../compiled.mjs'
import { useJoined } from '../../server/joined.ts'
import type { ProcessorConnection } from './processor.ts'

/** A message of the drill to a service: how far its clock is ahead, ms, and the state of its connection to the processor. */
export type ServiceState = { ahead: number; line: ProcessorConnection }
/** A message of a service to the drill: the port it listens on, once, and then its memory, bytes. */
export type ServiceMessage = { port: number } | { memory: number }

useJoined()
const { readConfig } = await import('#platform/config/read')
const { createLog } = await import('#platform/observe/log')
const { open } = await import('../../server/open.ts')
const { behindLine } = await import('./processor.ts')

const state: ServiceState = { ahead: 0, line: { slowBy: 0, isGone: false } }
process.on('message', ({ ahead, line }: ServiceState) => {
  state.ahead = ahead
  Object.assign(state.line, line)
})
// Ends with the drill, without which there is nothing to serve.
process.once('disconnect', () => process.exit())

const config = readConfig(process.env)
const ground = { config, connectionString: config.DATABASE_URL ?? '', certificate: undefined }
const { port } = await open(new AsyncDisposableStack(), ground, {
  log: createLog(config.LOG_LEVEL),
  now: () => new Date(Date.now() + state.ahead),
  adapt: (laid) => ({ ...laid, processors: behindLine(laid.processors, state.line) }),
})
process.send?.({ port })
setInterval(() => process.send?.({ memory: process.memoryUsage.rss() }), 1_000)
