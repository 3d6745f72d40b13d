/** Failures of the PostgreSQL of a data folder. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The parent process of the server. */
export async function postmasterOf(folder: string): Promise<number> {
  const lock = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')
  return Number(lock.split('\n')[0])
}

/** Kills the parent process of the server; all others follow it. */
export async function kill(folder: string): Promise<void> {
  process.kill(await postmasterOf(folder), 'SIGKILL')
}

/** The processes of the server that a parent process has started. */
export async function childrenOf(postmaster: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []))
}

/** Freezes every process of the server; returns a function that resumes them. */
export async function freeze(folder: string): Promise<() => void> {
  const postmaster = await postmasterOf(folder)
  // The parent first: from then on there are no new ones.
  process.kill(postmaster, 'SIGSTOP')
  const pids = await childrenOf(postmaster)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of [...pids, postmaster]) signalAlive(pid, 'SIGCONT')
  }
}

/** Signals a process that may have ended since. */
export function signalAlive(pid: number, signal: 'SIGCONT' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {}
}
