/** The thread that reads statements; `reader.ts` starts it. */
import { readStatements } from '#core/banking'
import { answerRequests } from '#platform/jobs/worker-thread'
import { invalidField } from '#platform/values/errors'
import type { StatementFile } from './reader.ts'

/** Entries that the process takes over at once: about a millisecond. */
const chunk = 500

answerRequests(async ({ file, name }: StatementFile) => {
  if (!/^[\w+/=\s]*$/.test(file)) throw invalidField('file', 'must be base64')
  const entries = await readStatements(Buffer.from(file, 'base64'), name)
  return Array.from({ length: Math.ceil(entries.length / chunk) }, (_, nth) =>
    Buffer.from(JSON.stringify(entries.slice(nth * chunk, (nth + 1) * chunk))),
  )
})
