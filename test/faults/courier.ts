/** A process that delivers webhook events, as the webhook harness runs it: its clock is the harness's. */
import { readConfig } from '#platform/config/read'
import { createLog } from '#platform/observe/log'
import { build } from '../../src/api/app.ts'
import { openInfrastructure, openPools } from '../../src/server/infrastructure.ts'

const { AHEAD, ...env } = process.env
let ahead = Number(AHEAD)
process.on('message', (told: { ahead: number }) => {
  ahead = told.ahead
})
process.on('disconnect', () => process.exit())

const config = readConfig(env)
const connectionString = config.DATABASE_URL ?? ''
const closing = new AsyncDisposableStack()
const log = createLog(config.LOG_LEVEL)
const ground = { config, connectionString, log, now: () => new Date(Date.now() + ahead) }
const infrastructure = await openInfrastructure(closing, ground, openPools(closing, ground))
await build(infrastructure, log)
await infrastructure.jobs.start()
process.send?.('ready')
