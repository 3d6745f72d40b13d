/** The command `festival`: what it can do, and how it says that it cannot. */
import { Command, CommanderError } from 'commander'
import { addImport } from './cli/import.ts'
import { printError } from './cli/output.ts'

const json = process.argv.includes('--json')

const program = new Command('festival')
  .description('A festival platform behind one HTTP API')
  .version('1.0.0')
  .exitOverride()
  .configureOutput({ outputError: () => {} })

addImport(program)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

/** Help and the version are no errors, though commander throws them as such. */
function report(error: unknown): number {
  const isHelp = error instanceof CommanderError && error.code === 'commander.help'
  if (error instanceof CommanderError && (error.exitCode === 0 || isHelp)) return error.exitCode
  printError(error, { json })
  return 1
}
