import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A tick of /proc, microseconds. */
const tick = 10_000

/**
 * The CPU time so far of the PostgreSQL in a folder with all its processes, also those that have ended, in
 * microseconds. 0 on a system without /proc.
 */
export async function cpuOfPostgres(folder: string): Promise<number> {
  const [pid = ''] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const [ownStat, children] = await Promise.all([
    read(`/proc/${pid}/stat`),
    read(`/proc/${pid}/task/${pid}/children`),
  ])
  // utime, stime, cutime and cstime in proc_pid_stat(5), counted from the field after the name.
  const ticks = (ownStat.split(') ')[1]?.split(' ') ?? []).slice(11, 15).map(Number)
  const running = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map(async (child) => Number((await read(`/proc/${child}/schedstat`)).split(' ')[0]) / 1000),
  )
  return sum(ticks) * tick + sum(running)
}

/** A process that has ended meanwhile has no file. */
const read = (file: string) => readFile(file, 'utf8').catch(() => '')

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
