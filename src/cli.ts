/** The command `festival`: runs it, and reports a failure in one sentence. */
import './compiled.mjs'
import type { Command } from 'commander'
import { useJoined } from './server/joined.ts'

useJoined()
const { CommanderError } = await import('commander')
const { printError } = await import('./cli/terminal/output.ts')
const { festival, nameOf } = await import('./cli/program.ts')

const args = process.argv.slice(2)

let program: Command | undefined
try {
  program = await festival(args, async () => (await import('./server/serve.ts')).serve)
  await program.parseAsync(args, { from: 'user' })
} catch (error) {
  const status = report(error, program)
  // Ctrl+C has set its own.
  process.exitCode ??= status
}

/** Help and the version are no errors, though commander throws them as such. */
function report(error: unknown, program: Command | undefined): number {
  const isSlip = error instanceof CommanderError
  if (isSlip && (error.exitCode === 0 || error.code === 'commander.help')) return error.exitCode
  const help = isSlip && program && `${nameOf(program, args)} --help`
  printError(error, { json: args.includes('--json'), ...(help && { help }) })
  return 1
}
