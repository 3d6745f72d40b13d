/**
 * Deals test files to worker processes. A worker loads the service once and takes one file after the other
 * from a common list until it is empty, so that all workers end at the same time. A process of its own costs
 * a file three seconds of processor time, a place in a worker 0.3 s.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Calls that change or measure the whole process, or its language: a file with one of them has a process of its own. */
const ownProcess =
  /assign\(process\.env|process\.(env\b[^\n]* = |exit|chdir|on\(|kill|umask|cpuUsage|memoryUsage)|delete process\.env|mock\.|monitorEventLoopDelay|eventLoopUtilization|globalThis\.|Date\.now = |startTracing|diagnostics_channel|onCpu\(|inTerminal\(|setLanguage\(/

/** For a file that hangs: its tests are cancelled, and the worker takes the next. */
const fileTimeoutMs = 20 * 60_000

type Dealing = { atOnce: number; most: number; until?: number | undefined }

type Workers = Disposable & {
  /** What the runner takes, in this order. */
  paths: string[]
  /** Returns the files that were begun and not ended, or never begun, because a worker ended early. */
  unfinished: () => string[]
  /** Returns the files that were not begun because `until` was over. */
  leftOut: () => string[]
}

/**
 * Writes the programs of workers, of which `atOnce` run together, into a temporary folder, which disposing removes. A worker
 * takes at most `most` files, and begins none after `until`, ms since 1970.
 */
export function writeWorkers(
  files: string[],
  { atOnce, most, until = Number.MAX_SAFE_INTEGER }: Dealing,
): Workers {
  const folder = mkdtempSync(join(tmpdir(), 'festival-workers-'))
  const has = (mark: string) => existsSync(join(folder, mark))
  const alone = files.filter((file) => ownProcess.test(readFileSync(file, 'utf8')))
  const shared = files.filter((file) => !alone.includes(file))
  writeFileSync(join(folder, 'take.mjs'), takeNext(shared, { most, until }))
  const workers = Array.from(
    { length: Math.ceil(shared.length / most) + atOnce },
    () => workerProgram,
  )
  // One place of the runner is for the files that run alone, until they have ended.
  const programs = [
    ...workers.slice(0, atOnce - 1),
    ...alone.map(programOf),
    ...workers.slice(atOnce - 1),
  ]
  // The runner takes programs in the order of their names.
  const paths = programs.map((text, n) => {
    const path = join(folder, `worker-${`${n}`.padStart(3, '0')}.mjs`)
    writeFileSync(path, text)
    return path
  })
  const isLeftOut = (n: number) => has('late') && !has(`${n}.begun`)
  return {
    paths,
    unfinished: () => shared.filter((_, n) => !has(`${n}.ended`) && !isLeftOut(n)),
    leftOut: () => shared.filter((_, n) => isLeftOut(n)),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The module that the workers share: a file is taken by who creates the mark of its number. */
function takeNext(files: string[], { most, until }: { most: number; until: number }): string {
  const addresses = files.map((file) => [file, addressOf(file)])
  return `import { closeSync, openSync } from 'node:fs'
const files = ${JSON.stringify(addresses)}
const mark = (name) => closeSync(openSync(new URL(name, import.meta.url), 'wx'))
let n = -1
let taken = 0
export function take() {
  while (taken < ${most} && ++n < files.length) {
    if (Date.now() > ${until}) return void closeSync(openSync(new URL('late', import.meta.url), 'w'))
    try {
      mark(n + '.begun')
    } catch (error) {
      if (error.code === 'EEXIST') continue
      throw error
    }
    taken++
    const [file, address] = files[n]
    const ended = n + '.ended'
    return { file, address, end: () => mark(ended) }
  }
}
`
}

/** Loads each file once the one before has ended with its hooks: its world is as young as in a process of its own. */
const workerProgram = `import { after, describe } from 'node:test'
import { take } from './take.mjs'
for (let next = take(); next; next = take()) {
  const { file, address, end } = next
  const { promise, resolve } = Promise.withResolvers()
  describe(file, { timeout: ${fileTimeoutMs} }, async () => {
    after(resolve)
    await import(address)
  })
  await promise
  end()
}
`

const programOf = (file: string) => `import { describe } from 'node:test'
describe(${JSON.stringify(file)}, { timeout: ${fileTimeoutMs} }, () => import(${JSON.stringify(addressOf(file))}))
`

const addressOf = (file: string) => pathToFileURL(resolve(file)).href
