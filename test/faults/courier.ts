/** A process that delivers webhook events, as the webhook harness runs it: its clock is the harness's. */
import { readConfig } from '#platform/config'
import { createLog } from '#platform/request-log'
import { build } from '../../src/app.ts'
import { layFloor, openPools } from '../../src/serve/floor.ts'

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
const floor = await layFloor(closing, ground, openPools(closing, ground))
await build(floor, log)
await floor.jobs.start()
process.send?.('ready')
