import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Usage } from './usage.ts'

/** A server in a process of its own. */
export type Server = {
  pid: number
  send(message: object): void
  /** the next message with this name */
  hear<T>(name: string): Promise<T>
  /** its resource usage; `collect`: after a garbage collection */
  usage(how?: 'collect'): Promise<Usage>
}

/** The folder of this checkout. */
export const here = fileURLToPath(new URL('..', import.meta.url))

/** How long a server may take to end after SIGTERM, ms. */
const endingMs = 30_000

type How = {
  /** the folder of the checkout; by default this one */
  root?: string
  /** relative to the checkout */
  file: string
  env: Record<string, string>
  /** where its output goes */
  log: string
}

/** Starts a server that reports its resource usage; `closing` stops it. */
export async function startServer(
  closing: AsyncDisposableStack,
  { root = here, file, env, log }: How,
): Promise<Server> {
  const out = await open(log, 'a')
  const child = fork(join(root, file), {
    cwd: root,
    // NODE_OPTIONS, so that `NODE_OPTIONS=--cpu-prof npm run bench` leaves a profile of each server.
    env: { PATH: process.env['PATH'], NODE_OPTIONS: process.env['NODE_OPTIONS'], ...env },
    execArgv: ['--import', new URL('usage.ts', import.meta.url).href],
    stdio: ['ignore', out.fd, out.fd, 'ipc'],
  })
  await out.close()
  closing.defer(() => stop(child, file))
  const hear = listenTo(child, log)
  return {
    pid: child.pid ?? 0,
    send: (message) => void child.send(message),
    hear,
    usage: (how) => {
      child.send(how ?? 'usage')
      return hear<Usage>('usage')
    },
  }
}

/** @throws Error when it has to be killed */
export async function stop(child: ChildProcess, file: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), endingMs)
  await ended
  clearTimeout(killing)
  if (child.signalCode === 'SIGKILL')
    throw new Error(`${file} did not end within ${endingMs / 1000} s of SIGTERM`)
}

/** The end of a file, which may be longer than a string can be. */
function lastOf(file: string): string {
  const last = Buffer.alloc(2000)
  const open = openSync(file, 'r')
  const from = Math.max(0, fstatSync(open).size - last.length)
  const length = readSync(open, last, 0, last.length, from)
  closeSync(open)
  return last.toString('utf8', 0, length)
}

/** Messages of a child are kept until they are asked for. */
function listenTo(child: ChildProcess, log: string) {
  const said = new Map<string, PromiseWithResolvers<unknown>>()
  const saidAs = (name: string) => {
    const waiting = said.get(name) ?? Promise.withResolvers<unknown>()
    said.set(name, waiting)
    return waiting
  }
  child.on('message', (message: object) => {
    for (const [name, value] of Object.entries(message)) saidAs(name).resolve(value)
  })
  child.on('exit', (code) => {
    for (const { reject } of said.values()) {
      reject(new Error(`A server ended with ${code}: ${lastOf(log)}`))
    }
  })
  return async <T>(name: string): Promise<T> => {
    const value = await saidAs(name).promise
    said.delete(name)
    return value as T
  }
}
