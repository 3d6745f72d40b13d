/** `node test/cluster/run.ts`: runs a cluster to experiment with, until Ctrl+C. */
import { Cluster } from './cluster.ts'
import { missingPackages } from './packages.ts'

const missing = await missingPackages()
if (missing !== undefined) throw new Error(missing)
const cluster = await Cluster.start()
process.stdout.write(`DATABASE_URL=${cluster.url}\n`)
// A signal handler alone keeps no process alive.
const awake = setInterval(() => {}, 60_000)
await new Promise((resolve) => process.on('SIGINT', resolve))
clearInterval(awake)
await cluster.stop()
