/** `npm start` in a terminal: Ctrl+C reaches npm and the service, and npm passes its own on. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { inTerminal, noTerminal } from './pty.ts'
import { aFolder } from './service-process.ts'
import { until } from './until.ts'

/** The service under npm, in a terminal; `press` types a character. */
async function start(folder: string, env: Record<string, string> = {}) {
  // The set-up is what the tests themselves came through.
  const child = inTerminal('exec npm start --ignore-scripts -- --empty', {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      NODE_OPTIONS: '',
      ...env,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  await until('it is ready', async () => /Ready in/.test(output), 60_000).catch((error) => {
    throw new Error(output, { cause: error })
  })
  const port = Number(/http:\/\/localhost:(\d+)/.exec(output)?.[1])
  const press = (key: string) => child.stdin.write(key)
  return { port, press, ended, output: () => output }
}

const body = JSON.stringify({ client_id: 'none', client_secret: 'none' })

/** A request of which the last byte of the body is missing. */
async function anOpenRequest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    'POST /auth/client HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
  return socket
}

test('Ctrl+C under npm start answers what is open, and ends with 0', {
  skip: noTerminal,
}, async () => {
  const { port, press, ended, output } = await start(await aFolder())
  const open = await Promise.all(Array.from({ length: 16 }, () => anOpenRequest(port)))
  const answers = open.map((socket) => socket.toArray().catch(() => []))
  // The service has read what there is of them.
  await wait(300)
  press('\x03')
  await wait(100)
  for (const socket of open) socket.write(body.slice(-1))
  const statuses = (await Promise.all(answers)).map((parts) =>
    Buffer.concat(parts).toString('latin1', 0, 12),
  )
  assert.deepEqual(statuses, Array(16).fill('HTTP/1.1 401'))
  assert.equal(await ended, 0, output())
})

test('a second Ctrl+C, later, ends it at once', { skip: noTerminal }, async () => {
  // The first one alone would take longer than the test may.
  const { port, press, ended } = await start(await aFolder(), { DRAIN_DELAY_SECONDS: '300' })
  const open = await anOpenRequest(port)
  await wait(300)
  press('\x03')
  // Later than half a second, by which the same one comes twice; a slow machine needs another.
  while (await Promise.race([ended.then(() => false), wait(600, true)])) press('\x03')
  assert.notEqual(await ended, 0)
  open.destroy()
})
