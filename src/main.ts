/** The process: configuration → database → application → listen; on a signal drain and stop. */
import { parseArgs } from 'node:util'
import { serve } from './serve/serve.ts'

const { values } = parseArgs({
  options: { port: { type: 'string' }, empty: { type: 'boolean', default: false } },
})
await serve({ port: values.port, withDemo: !values.empty })
