/** The command `festival`: runs it, and says in one sentence why it could not. */
import { CommanderError } from 'commander'
import { printError } from './cli/output.ts'
import { festival } from './cli/program.ts'

const args = process.argv.slice(2)

try {
  const program = await festival(args, async () => (await import('./serve/serve.ts')).serve)
  await program.parseAsync(args, { from: 'user' })
} catch (error) {
  process.exitCode = report(error)
}

/** Help and the version are no errors, though commander throws them as such. */
function report(error: unknown): number {
  const isHelp = error instanceof CommanderError && error.code === 'commander.help'
  if (error instanceof CommanderError && (error.exitCode === 0 || isHelp)) return error.exitCode
  printError(error, { json: args.includes('--json') })
  return 1
}
