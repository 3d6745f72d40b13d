/** The process: reads the configuration, opens the database, builds the application and listens; on a signal it drains and stops. */
import './compiled.mjs'
import { parseArgs } from 'node:util'
import { useJoined } from './server/joined.ts'

useJoined()
const { serve } = await import('./server/serve.ts')

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      empty: { type: 'boolean', default: false },
      https: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { port, empty, https, json } = values
  await serve({ port, withDemo: !empty, https, json })
} catch (error) {
  const sentences = error instanceof Error ? error.message : String(error)
  process.stderr.write(`\n  ${sentences.replaceAll('\n', '\n  ')}\n\n`)
  process.exitCode = 1
}
