/** Runs programs in a terminal of their own. */
import { spawn, spawnSync } from 'node:child_process'

const python =
  'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(["/bin/sh", "-c", sys.argv[1]])))'
/** What runs a command in a terminal of its own, and ends as the command does. */
const terminals = [
  { program: 'python3', args: ['-c', python], check: ['-c', 'import pty'] },
  { program: 'script', args: ['-qefc'], after: ['/dev/null'], check: ['--version'] },
]
const terminal = terminals.find(({ program, check }) => spawnSync(program, check).status === 0)

/** Why tests in a terminal are skipped, or false. */
export const noTerminal = terminal ? false : 'neither python3 nor script of util-linux is here'

/** Starts a shell command in a terminal, with both its outputs as `stdout`; what is written to `stdin` is typed. */
export function inTerminal(command: string, options: { env?: NodeJS.ProcessEnv; cwd?: string }) {
  if (!terminal) throw new Error('There is no program that opens a terminal')
  const { program, args, after = [] } = terminal
  return spawn(program, [...args, command, ...after], options)
}
