/**
 * Batches of test files: the files of a batch share a process, which loads the service once. A process of its own costs a file
 * three seconds of processor time, a place in a batch 0.3 s.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const filesInBatch = 8

/** Calls that change or measure the whole process, or the language it speaks: a file with one of them is a batch of its own. */
const ownProcess =
  /process\.(env\b[^\n]* = |exit|chdir|on\(|kill|umask|cpuUsage|memoryUsage)|delete process\.env|mock\.|monitorEventLoopDelay|eventLoopUtilization|globalThis\.|Date\.now = |startTracing|diagnostics_channel|onCpu\(|speakBy\(/

type Batches = Disposable & { paths: string[] }

/** Writes the batches into a temporary folder, which is removed when they are disposed of. */
export function writeBatches(files: string[]): Batches {
  const folder = mkdtempSync(join(tmpdir(), 'festival-batches-'))
  const alone = files.filter((file) => ownProcess.test(readFileSync(file, 'utf8')))
  const together = files.filter((file) => !alone.includes(file))
  const count = Math.ceil(together.length / filesInBatch)
  // Neighbours are alike in length: each batch takes its files from all over the list.
  const dealt = Array.from({ length: count }, (_, n) =>
    together.filter((_, index) => index % count === n),
  )
  const batches = [...alone.map((file) => [file]), ...dealt]
  // The runner takes them in the order of their names: first the processes that start others, which take longest.
  const paths = batches.map((batch, n) => {
    const path = join(folder, `batch-${`${n}`.padStart(3, '0')}.mjs`)
    writeFileSync(path, textOf(batch))
    return path
  })
  return { paths, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Each file is loaded once the one before has ended with its hooks: its world is as young as in a process of its own. */
function textOf(files: string[]): string {
  const addresses = files.map((file) => [file, pathToFileURL(resolve(file)).href])
  return `import { after, describe } from 'node:test'
for (const [file, address] of ${JSON.stringify(addresses)}) {
  const { promise, resolve } = Promise.withResolvers()
  describe(file, async () => {
    after(resolve)
    await import(address)
  })
  await promise
}
`
}
