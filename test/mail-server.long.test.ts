/** A mail server that is down is told apart from a database that is. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { createMailer } from '#platform/outgoing/mail'
import { until } from './until.ts'
import { aWorld } from './world.ts'

/** A port at which nothing listens any more. */
async function aClosedPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}

const port = await aClosedPort()
const { post, aUser, jobs, lines } = await aWorld({
  parts: ({ config }) => ({
    mailer: createMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: config.MAIL_FROM,
      folder: config.DATA_DIR,
    }),
  }),
})

test('a mail server that refuses connections is named in the log, and the database is not', async () => {
  await jobs.start()
  const { email } = await aUser()
  assert.equal((await post('/auth/forgot-password', { email })).status, 200)
  await until('a failure', async () => lines.some((line) => /"level":[45]0/.test(line)))
  const failures = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
  for (const { msg, err } of failures) {
    assert.equal(msg, 'jobs')
    assert.match(err?.message, /^Mail not sent: .*ECONNREFUSED/)
  }
  assert.ok(!lines.some((line) => /database does not respond/i.test(line)))
})
