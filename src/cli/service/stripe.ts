import type { Command } from 'commander'
import { readConfig } from '#platform/config/read'
import { withDatabase } from '../terminal/database.ts'
import { CommandError, counted, plural, print, sentence } from '../terminal/output.ts'
import { showProgress } from '../terminal/progress.ts'

/** `festival stripe sync` */
export function addStripe(program: Command): void {
  const verbs = program
    .command('stripe')
    .helpGroup('Administration:')
    .description('The account at Stripe')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival stripe sync')
  verbs
    .command('sync')
    .description('Read the payouts and what is in them, as a job does each day')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival stripe sync')
    .action(async (options: { json?: boolean }) => {
      const [{ syncAll }, { stripe }] = await Promise.all([
        import('#office/payouts'),
        import('#shop/payments'),
      ])
      const config = readConfig(process.env)
      const now = () => new Date()
      const processor = stripe.open({ config, now })
      if (!processor) {
        throw new CommandError(
          'Stripe is not set up: set STRIPE_SECRET_KEY, STRIPE_PUBLIC_KEY and STRIPE_WEBHOOK_SECRET',
        )
      }
      const bar = showProgress(process.stderr)
      const synced = await withDatabase(config, ({ db }) =>
        syncAll({ db, now, onPart: bar.show }, [processor]),
      )
        .catch((error: unknown) => {
          throw new CommandError(`The payouts could not be read: ${sentence(error)}`)
        })
        .finally(bar.clear)
      const said = synced.map(
        ({ entries, payouts }) =>
          `${plural(payouts, 'payout')} and ${counted(entries)} entries of the balance are read`,
      )
      print(options, { synced }, said)
    })
}
