import { access, constants, readFile, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import type { Config } from '#platform/config/variables'
import { answersAsOurs, findAddress } from '../../server/running.ts'
import { sentence } from '../terminal/output.ts'

/** A check and its result: `ok`, and otherwise the next step and all faults. */
export type Check = {
  name: string
  ok: boolean
  detail: string
  advice?: string
  faults?: string[]
}

const oldestNode = 26
const leastFree = 1024 ** 3

export function checkNode(): Check {
  const { version, versions } = process
  const ok = Number.parseInt(versions.node, 10) >= oldestNode
  const advice = `Run \`npm run setup\`, and start with \`npx festival\`: Node ${oldestNode} is among the dependencies`
  return { name: 'Node', ok, detail: version, ...(!ok && { advice }) }
}

/** Node is linked against it on Linux. Since Node is running, it is either installed or not needed. */
export async function checkLibatomic(): Promise<Check> {
  const maps = await readFile('/proc/self/maps', 'utf8').catch(() => '')
  const loaded = /\S*libatomic\.so\S*/.exec(maps)?.[0]
  return { name: 'libatomic', ok: true, detail: loaded ?? 'not needed by this Node' }
}

export async function checkFolder(path: string): Promise<Check> {
  const folder = resolve(path)
  const there = await nearest(folder)
  const detail = there === folder ? folder : `${folder}, which the first start makes`
  try {
    await access(there, constants.R_OK | constants.W_OK | constants.X_OK)
    return { name: 'Data folder', ok: true, detail }
  } catch {
    const advice = `Give this user the right to write to ${there}, or set DATA_DIR to another folder`
    return { name: 'Data folder', ok: false, detail: `${there} cannot be written to`, advice }
  }
}

export async function checkDisk(path: string): Promise<Check> {
  const { bavail, bsize } = await statfs(await nearest(resolve(path)))
  const free = bavail * bsize
  const ok = free >= leastFree
  const advice = 'Free some space, or set DATA_DIR to a folder on a larger disk: 1 GiB is the least'
  return {
    name: 'Free disk',
    ok,
    detail: `${(free / 1024 ** 3).toFixed(1)} GiB`,
    ...(!ok && { advice }),
  }
}

/** The folder itself, or its nearest parent that exists. */
async function nearest(folder: string): Promise<string> {
  const exists = await access(folder).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : nearest(dirname(folder))
}

/** Checks that the port is free. A port that this service uses counts as free. */
export async function checkPort({ PORT, HOST, DATA_DIR }: Config): Promise<Check> {
  const name = 'Port'
  const address = await findAddress(DATA_DIR)
  if (address !== undefined) {
    return { name, ok: true, detail: `${address.replace(/.*:/, '')}, where the service runs now` }
  }
  try {
    await listen(PORT, HOST)
    return { name, ok: true, detail: PORT === 0 ? 'any free one' : `${PORT} is free` }
  } catch (error) {
    if (await answersAsOurs(`http://127.0.0.1:${PORT}`))
      return { name, ok: true, detail: `${PORT}, where the service runs now` }
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const isTaken = code === 'EADDRINUSE'
    const detail = isTaken ? `${PORT} is taken by another program` : sentence(error)
    const advice = 'Stop that program, or choose another port: festival serve --port 8080'
    return { name, ok: false, detail, advice }
  }
}

function listen(port: number, host: string): Promise<void> {
  const { promise, resolve: done, reject } = Promise.withResolvers<void>()
  const server = createServer()
  server.once('error', reject)
  server.listen(port, host, () => server.close(() => done()))
  return promise
}
