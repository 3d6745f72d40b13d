/** A service of the drill: the whole of it in a process, whose clock and way to the processor the drill moves. */
import '../../compiled.mjs'
import { useJoined } from '../../server/joined.ts'
import type { Line } from './processor.ts'

/** What the drill tells a service: how far its clock is ahead, ms, and how its way to the processor is. */
export type Told = { ahead: number; line: Line }
/** What it tells the drill: where it listens, once, and then how much memory it has, bytes. */
export type Tells = { port: number } | { memory: number }

useJoined()
const { readConfig } = await import('#platform/config/read')
const { createLog } = await import('#platform/observe/log')
const { open } = await import('../../server/open.ts')
const { behindLine } = await import('./processor.ts')

const state: Told = { ahead: 0, line: { slowBy: 0, isGone: false } }
process.on('message', ({ ahead, line }: Told) => {
  state.ahead = ahead
  Object.assign(state.line, line)
})
// Without the drill there is nothing to serve.
process.once('disconnect', () => process.exit())

const config = readConfig(process.env)
const ground = { config, connectionString: config.DATABASE_URL ?? '', certificate: undefined }
const { port } = await open(new AsyncDisposableStack(), ground, {
  log: createLog(config.LOG_LEVEL),
  now: () => new Date(Date.now() + state.ahead),
  adapt: (laid) => ({ ...laid, processor: behindLine(laid.processor, state.line) }),
})
process.send?.({ port })
setInterval(() => process.send?.({ memory: process.memoryUsage.rss() }), 1_000)
