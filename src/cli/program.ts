import { styleText } from 'node:util'
import { Command, Help } from 'commander'
import { addServe, type LoadServe } from './service/serve.ts'

/** The end of `festival --help`. */
const more = `
Examples:
  festival serve                        start it, with its database, demo data and pages
  festival try                          buy a ticket there, and show it at the gate
  festival drill --size small           rehearse a sale and a day at the gates, with proof
  festival user create ada@harbour.example --admin
  festival client create "Ticket shop" --json
  festival import festivals list.csv --map list.json
  festival backup friday.tar

Each command explains itself: festival user create --help. The version: festival --version.

With --json a command writes one JSON document, an error as {"error": …} on the error stream.
Exit status: 0 done, 1 not done or something found, 130 stopped with Ctrl+C.
Settings come from the environment; docs/operating.md lists them.`

type Add = (program: Command, serve: LoadServe) => void

const families: Record<string, () => Promise<Add>> = {
  serve: async () => addServe,
  try: async () => (await import('./service/try.ts')).addTry,
  sandbox: async () => (await import('./service/sandbox.ts')).addSandbox,
  drill: async () => (await import('./drill/drill.ts')).addDrill,
  import: async () => (await import('./import/import.ts')).addImport,
  artists: async () => (await import('./admin/artists.ts')).addArtists,
  client: async () => (await import('./admin/clients.ts')).addClient,
  user: async () => (await import('./admin/users.ts')).addUser,
  'second-factor': async () => (await import('./admin/second-factor.ts')).addSecondFactor,
  times: async () => (await import('./admin/times.ts')).addTimes,
  organizer: async () => (await import('./admin/organizers.ts')).addOrganizer,
  backup: async () => (await import('./backup/backup.ts')).addBackup,
  restore: async () => (await import('./backup/restore.ts')).addRestore,
  config: async () => (await import('./service/config.ts')).addConfig,
  upgrade: async () => (await import('./backup/upgrade.ts')).addUpgrade,
  export: async () => (await import('./export/export.ts')).addExport,
  mail: async () => (await import('./service/mail.ts')).addMail,
  stripe: async () => (await import('./service/stripe.ts')).addStripe,
  bank: async () => (await import('./bank/bank.ts')).addBank,
  documents: async () => (await import('./documents/documents.ts')).addDocuments,
  queue: async () => (await import('./service/queue.ts')).addQueue,
  keys: async () => (await import('./backup/keys.ts')).addKeys,
  doctor: async () => (await import('./doctor/doctor.ts')).addDoctor,
}

/**
 * Builds the command `festival`. If the first word names a group of commands, only that group is loaded, so
 * that it starts quickly. Invalid arguments are thrown.
 */
export async function festival([word = '']: string[], serve: LoadServe): Promise<Command> {
  const wanted = Object.hasOwn(families, word) ? families[word] : undefined
  const program = new Command('festival')
    .description('A festival platform behind one HTTP API: start, fill and administer it.')
    .usage('<command> [options]')
    .version('1.0.0')
    .helpCommand(false)
    .configureHelp({
      helpWidth: process.stdout.columns ?? 100,
      subcommandTerm: (command) => [command.name(), verbsOf(command)].join(' ').trim(),
      visibleOptions: (command) => (command.parent ? new Help().visibleOptions(command) : []),
      styleTitle: (text) => styleText('bold', text),
      styleSubcommandTerm: (text) => styleText('cyan', text),
      styleOptionTerm: (text) => styleText('cyan', text),
      styleArgumentTerm: (text) => styleText('cyan', text),
    })
    .addHelpText('after', more)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  const loads = wanted ? [wanted] : Object.values(families)
  for (const add of await Promise.all(loads.map((load) => load()))) add(program, serve)
  return program
}

const verbsOf = ({ commands }: Command) => commands.map((verb) => verb.name()).join('|')

/** The full name of the command that words refer to: `festival user create`. */
export function nameOf(program: Command, words: string[]): string {
  const [word = '', ...rest] = words
  const next = program.commands.find((command) => command.name() === word)
  return next ? `${program.name()} ${nameOf(next, rest)}` : program.name()
}
