/**
 * The service as the crash harness runs it: complete, with a hostile processor, and killed with SIGKILL the
 * DIES_AFTER-th time it reaches the failpoint DIES_AT.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#platform/config/read'
import { createLog } from '#platform/observe/log'
import { build } from '../../src/api/app.ts'
import { openInfrastructure, openPools } from '../../src/server/infrastructure.ts'
import type { OnFailpoint } from '../../src/shop/payments/model/failpoints.ts'
import { paidBy } from '../processor.ts'
import { clientOf } from './processor-client.ts'

const { DIES_AT, DIES_AFTER, PROCESSOR_URL = '', ...env } = process.env
const config = readConfig(env)
const connectionString = config.DATABASE_URL ?? ''
let left = Number(DIES_AFTER ?? 1)

// Without the harness there is nothing to serve.
process.once('disconnect', () => process.exit())

const failpoint: OnFailpoint = async (reached) => {
  // A process may also be slow at any of these moments, so that another one gets in between.
  if (Math.random() < 0.35) await pause(Math.random() * 40)
  if (reached !== DIES_AT || --left > 0) return
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}

const closing = new AsyncDisposableStack()
const log = createLog(config.LOG_LEVEL)
const ground = { config, connectionString, log }
const infrastructure = await openInfrastructure(closing, ground, openPools(closing, ground))
const app = await build({ ...infrastructure, ...paidBy(clientOf(PROCESSOR_URL)), failpoint }, log)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
await infrastructure.jobs.start()
process.send?.({ url })
