import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { test } from 'node:test'
import { until } from '../../test/until.ts'

/** A process that reports whether it is draining, and ends with `code` on request. */
async function aProcess({ delaySeconds, code }: { delaySeconds: number; code: number }) {
  const program = `
    import { createServer } from 'node:http'
    import { isDraining } from '#platform/http/draining'
    import { drainOf } from './src/server/drain.ts'
    const server = createServer((_request, response) => response.end(String(isDraining(server))))
    server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))
    const given = { explain: String, delaySeconds: ${delaySeconds} }
    const drain = drainOf(new AsyncDisposableStack(), server, given)
    process.on('SIGTERM', () => drain(${code}))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const [said] = await once(child.stdout, 'data')
  const port = Number(said)
  const ended = once(child, 'exit')
  /** The answer on a new connection; undefined when none is accepted any more. */
  const ask = async () => {
    const headers = { connection: 'close' }
    const response = await fetch(`http://127.0.0.1:${port}`, { headers }).catch(() => undefined)
    return response?.text()
  }
  return { child, ended, ask, port }
}

/** The answers on a connection that stays open, such as a proxy's. */
async function connectionOf(port: number): Promise<string | undefined> {
  const agent = new Agent({ keepAlive: true })
  const [response] = await once(get({ port, host: '127.0.0.1', agent }), 'response')
  response.resume()
  agent.destroy()
  return response.headers.connection
}

// Requirement (rules): Drain on SIGTERM: for DRAIN_DELAY_SECONDS requests are still taken, the service says
//   that it is not ready, then no request is accepted
test('asked to stop, it says so, continues for a while, and then accepts no connection', async () => {
  const { child, ended, ask, port } = await aProcess({ delaySeconds: 2, code: 0 })
  assert.equal(await ask(), 'false')
  assert.equal(await connectionOf(port), 'keep-alive')
  const began = performance.now()
  child.kill('SIGTERM')
  await until('it says so', async () => (await ask()) === 'true')
  assert.equal(await connectionOf(port), 'close')
  await until('refused', async () => {
    const answer = await ask()
    assert.notEqual(answer, 'false')
    return answer === undefined
  })
  // A lower bound only: a slow machine makes it later.
  assert.ok(performance.now() - began > 2000)
  assert.deepEqual(await ended, [0, null])
})

test('an unplanned end does not wait', async () => {
  const { child, ended } = await aProcess({ delaySeconds: 60, code: 1 })
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [1, null])
})
