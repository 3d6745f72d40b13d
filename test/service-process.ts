/**
 * The service as a process: started with the environment of the test, and killed after the tests of the
 * file.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

const folders: string[] = []
const running = new Set<ChildProcess>()
after(async () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'festival-process-'))
  folders.push(folder)
  return folder
}

export type Service = {
  child: ChildProcess
  output: () => string
  url: string
  ended: Promise<number | null>
}

export function launch(folder: string, args: string[] = [], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  // On a busy machine it waits, as a world does, instead of refusing.
  const patient = { BUSY_AFTER_MS: '600000', TIMEOUT_SCALE: '10' }
  const child = spawn(process.execPath, ['src/main.ts', ...args], {
    env: { PATH, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', ...patient, ...env },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return { child, output: () => output, ended }
}

/** Starts it and waits until it is ready. */
export async function start(
  folder: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Service> {
  const service = launch(folder, args, env)
  const ready = new Promise<void>((resolve) => {
    service.child.stdout?.on('data', () => {
      if (/Ready in|"msg":"ready"/.test(service.output())) resolve()
    })
  })
  await Promise.race([ready, service.ended])
  const [url = ''] = /http:\/\/localhost:\d+/.exec(service.output()) ?? []
  assert.ok(url, service.output())
  return { ...service, url: url.replace('localhost', '127.0.0.1') }
}

type Sent = {
  token?: string
  user?: string
  body?: object
  headers?: Record<string, string>
}

export async function callAt(
  url: string,
  path: string,
  { token = '', user = '', body, headers }: Sent = {},
) {
  const response = await fetch(url + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { 'x-f-authorization': token }),
      ...(user && { 'x-f-authentication': user }),
      ...headers,
    },
  })
  const answer: any = await response.json()
  return { status: response.status, body: answer }
}
