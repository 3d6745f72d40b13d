/** The user that our own PostgreSQL runs as: it refuses to work as root, and initdb requires a user that has a name. */
import { chmod, chown, lchown, readdir, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { findProgram, type Runner, run } from './binaries.ts'

type User = { uid: number; gid: number }

/**
 * Chooses a way to run PostgreSQL on the cluster in `folder/name`, which exists but may be empty. An ordinary user runs
 * it directly. Root becomes the cluster's owner. If that is root itself, it becomes the user `nobody`: in a user namespace, where
 * root's files belong to `nobody`, or else by giving the files to it. Throws one sentence with instructions if no way works.
 */
export async function chooseRunner(folder: string, name: string): Promise<Runner> {
  const cluster = join(folder, name)
  const owner = await stat(cluster)
  const us = process.getuid?.()
  const ours = owner.uid === us
  if (us !== 0 && !ours) throw new Error(foreign(cluster, owner.uid))
  // A server must not outlive us: on Linux the kernel signals it when we are gone.
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
  await changeOwner(cluster, nobody)
  return runner
}

/**
 * Finds a way that reaches the folder and our programs: as the user, or as the user with root's right to pass closed
 * folders, the only way left in a home of root inside a container.
 */
async function reaching(plain: Runner & User, folder: string): Promise<Runner> {
  if (await works(plain, folder)) return plain
  const user = [`--reuid=${plain.uid}`, `--regid=${plain.gid}`, '--clear-groups']
  const right = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const passing = { prefix: ['setpriv', ...user, ...right, '--pdeathsig', 'INT'] }
  if (await works(passing, folder)) return passing
  throw new Error(
    `PostgreSQL runs neither as root nor as a user without a name, and user ${plain.uid}, as which ` +
      `we would run it, cannot reach ${folder} or ${findProgram('postgres')}. Start the service as ` +
      'an ordinary user, or set DATABASE_URL to a PostgreSQL of yours.',
  )
}

/** Tries a way, with the two things that a user may be unable to reach: the folder and our programs. */
function works(runner: Runner, folder: string): Promise<boolean> {
  const test = ['sh', '-c', 'cd "$1" && test -x "$2"', 'sh', folder, findProgram('postgres')]
  return run(runner, test).then(
    () => true,
    () => false,
  )
}

/** Returns true if the system knows a name for our uid; in containers it may not. */
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

/** Lets a group through a folder that is closed to all others, without letting it list the content. */
async function letPass(folder: string, gid: number): Promise<void> {
  const { uid, mode } = await stat(folder)
  if ((mode & 0o077) !== 0) return
  await chown(folder, uid, gid)
  await chmod(folder, 0o710)
}

async function changeOwner(cluster: string, { uid, gid }: User): Promise<void> {
  const inside = await readdir(cluster, { recursive: true })
  await Promise.all(['.', ...inside].map((path) => lchown(join(cluster, path), uid, gid)))
}

const foreign = (cluster: string, uid: number) =>
  `The database in ${cluster} belongs to another user (uid ${uid}). Start the service as that user, ` +
  `or stop it and make the files yours: sudo chown -R $(id -u):$(id -g) ${cluster}`
