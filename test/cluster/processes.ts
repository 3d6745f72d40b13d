/** Processes of an unprivileged user, by their ids. */
import { execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type User = { uid: number; gid: number }

/** PostgreSQL does not run as root, so root uses the user of Debian's package. Undefined: the current user. */
export function unprivileged(): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** Starts a program that ends with this process; its output is appended to `log`. Returns its id. */
export function begin(
  [program = '', ...args]: string[],
  { user, log, home }: { user: User | undefined; log: string; home: string },
): number {
  const output = openSync(log, 'a')
  const { PATH = '' } = process.env
  const child = spawn(program, args, {
    ...user,
    cwd: home,
    env: { PATH, HOME: home, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  child.on('error', () => {})
  child.unref()
  return child.pid ?? 0
}

/** Sends a signal to processes that may already be gone. */
export function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      if (pid > 0) process.kill(pid, name)
    } catch (error) {
      if (Object(error).code !== 'ESRCH') throw error
    }
  }
}

/** A process and all its descendants. */
export async function familyOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const parents = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const family = [pid]
  for (const member of family) {
    for (const [child = 0, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}

/** The process id of the PostgreSQL whose data is in the folder; 0 when none has started. */
export function postmasterOf({ folder }: { folder: string }): number {
  const file = join(folder, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
}
