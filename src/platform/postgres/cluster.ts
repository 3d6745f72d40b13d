/** The cluster of our own PostgreSQL: made once, found again, distinguished from the cluster of another version. */
import { execFile } from 'node:child_process'
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram, type Runner, run } from './binaries.ts'
import { chooseRunner } from './runner.ts'

/** Major version of the PostgreSQL we bring along. */
export const major = '18'

/**
 * Makes the cluster and returns the runner for it; undefined if there is one already. It is made beside its place and
 * then renamed, so that an interruption leaves no half of a database, and the later of two concurrent starts takes the
 * cluster of the earlier.
 */
export async function makeCluster(
  folder: string,
  { durable, begun }: { durable: boolean; begun?: (() => void) | undefined },
): Promise<Runner | undefined> {
  if (await hasCluster(folder)) return undefined
  const cluster = await mkdtemp(join(folder, 'postgres-'))
  try {
    const runner = await chooseRunner(folder, cluster.slice(folder.length + 1))
    const initdb = [findProgram('initdb'), '-D', cluster, ...INITDB, ...(durable ? [] : ['-N'])]
    await run(runner, initdb, { begun })
    const single = [findProgram('postgres'), '--single', '-D', cluster, '-c', 'exit_on_error=on']
    const create = [...single, ...(durable ? [] : ['-F']), 'postgres']
    await run(runner, create, { input: 'create database festival\n' })
    await rename(cluster, join(folder, 'postgres'))
    await settle(folder)
    return runner
  } catch (error) {
    await rm(cluster, { recursive: true, force: true })
    if (await hasCluster(folder)) return undefined
    throw error
  }
}

/**
 * The collation is PostgreSQL's own, the same on every system. The character classes are the system's all the same:
 * with the ones of C, trigrams of a name in Cyrillic letters would be empty.
 */
const INITDB = [
  '--username=festival',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
]

/** Returns the version of the cluster in a data folder; undefined if there is none. */
export async function versionOf(folder: string): Promise<string | undefined> {
  const file = join(folder, 'postgres', 'PG_VERSION')
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    if (error.code === 'EACCES') return major
    throw error
  })
  return found?.trim()
}

async function hasCluster(folder: string): Promise<boolean> {
  const found = await versionOf(folder)
  if (found === undefined || found === major) return found !== undefined
  throw new Error(
    `it was made by PostgreSQL ${found}, and ours is ${major}. \`npx festival upgrade\` moves it over and ` +
      'keeps the old one; or set DATABASE_URL to a server of that version.',
  )
}

/** Flushes a folder: a rename is safe from a power cut once its folder is on the disk. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** Returns true if a process is a PostgreSQL and alive: process ids are used again, in containers very soon. */
export async function isPostgres(pid: number): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : promisify(execFile)('ps', ['-o', 'comm=', '-p', `${pid}`]).then(({ stdout }) => stdout)
  const [program = ''] = (await command.catch(() => '')).split('\0')
  return program.trim().endsWith('/postgres')
}
