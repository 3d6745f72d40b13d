/** The command `festival`: what it can do, and how it says that it cannot. */
import { Command, CommanderError } from 'commander'
import { addClient } from './cli/clients.ts'
import { addDoctor } from './cli/doctor.ts'
import { addImport } from './cli/import.ts'
import { printError } from './cli/output.ts'
import { addServe } from './cli/serve.ts'
import { addUser } from './cli/users.ts'

const json = process.argv.includes('--json')

const program = new Command('festival')
  .description('A festival platform behind one HTTP API')
  .version('1.0.0')
  .exitOverride()
  .configureOutput({ outputError: () => {} })

addServe(program, async () => (await import('./serve/serve.ts')).serve)
addImport(program)
addClient(program)
addUser(program)
addDoctor(program)

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
