import { type Command } from 'commander'
import { approveOrganizer } from '#catalogue/festivals'
import { listOrganizers } from '#catalogue/organizers'
import { asSystem } from '#platform/database/signing'
import { withAdminContext } from '../terminal/admin-context.ts'
import { print } from '../terminal/output.ts'

type Json = { json?: boolean }

const json = ['--json', 'print the result as one JSON document'] as const
const advice = '`festival organizer list` shows the ids'

/** `festival organizer approve|withdraw|list` */
export function addOrganizer(program: Command): void {
  const verbs = program
    .command('organizer')
    .helpGroup('Administration:')
    .description('Organizers, and their approval to sell and announce')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival organizer list --waiting')
  addDecision(verbs, {
    verb: 'approve',
    approved: true,
    does: 'Let an organizer sell and announce',
  })
  addDecision(verbs, {
    verb: 'withdraw',
    approved: false,
    does: 'Take an approval back: its sales close at once',
  })
  addList(verbs)
}

type Decision = { verb: string; approved: boolean; does: string }

function addDecision(verbs: Command, { verb, approved, does }: Decision): void {
  verbs
    .command(verb)
    .description(does)
    .argument('<id>', 'the id of the organizer')
    .option(...json)
    .addHelpText('after', `\nExample:\n  festival organizer ${verb} harbour-nights`)
    .action(async (id: string, options: Json) => {
      const { name } = await withAdminContext(
        ({ db, bus, config }) =>
          asSystem('organizer.approve', () =>
            approveOrganizer({ db, bus, config, now: new Date() }, id, approved),
          ),
        advice,
      )
      print(options, { id, approved }, [
        approved
          ? `${name} is approved. What waits is announced within a minute, while the service runs.`
          : `${name} is no longer approved`,
      ])
    })
}

function addList(verbs: Command): void {
  verbs
    .command('list')
    .description('List organizers and whether they are approved')
    .option('--waiting', 'only those that wait for approval')
    .option(...json)
    .addHelpText('after', '\nExample:\n  festival organizer list --waiting --json')
    .action(async ({ waiting, ...options }: Json & { waiting?: boolean }) => {
      const part = { limit: 10_000, offset: 0, hides: true, ...(waiting && { approved: false }) }
      const found = await withAdminContext(({ db }) => listOrganizers(db, part), advice)
      const organizers = found.map(({ id, name, approved }) => ({ id, name, approved }))
      const lines = organizers.map(
        ({ id, name, approved }) => `${id}  ${name}${approved ? '' : '  waits for approval'}`,
      )
      print(options, { organizers }, lines.length > 0 ? lines : ['None'])
    })
}
