import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { BankContext, SkipReason } from '#shop/bank'
import { withAdminContext } from '../terminal/admin-context.ts'
import { CommandError, print } from '../terminal/output.ts'
import { showProgress } from '../terminal/progress.ts'

const skips: Record<SkipReason, string> = {
  not_booked: 'not booked by the bank yet',
  other_account: 'of another account than BANK_IBAN',
  other_currency: 'in another currency than EUR',
  no_amount: 'of an amount of zero',
}

/** `festival bank import` and `festival bank simulate` */
export function addBank(program: Command): void {
  const verbs = program
    .command('bank')
    .helpGroup('Administration:')
    .description('Statements of the bank account to which buyers transfer')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival bank import march.zip')
  verbs
    .command('import')
    .description(
      'Import a statement: each entry once. What it pays is settled by the running service',
    )
    .argument('<file>', 'camt.053.001.02 or .08, as XML or a ZIP archive')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival bank import march.zip')
    .action(importFile)
  verbs
    .command('simulate')
    .description('Book a made-up transfer for an order that takes no real money')
    .argument('<order>', 'the number of the order')
    .addHelpText('after', '\nExample:\n  festival bank simulate 7K3M9QXT2A')
    .action((order: string) =>
      withBank(async (context) => {
        const { simulateTransfer } = await import('#shop/bank')
        await simulateTransfer(context, order)
        print({}, {}, [`Booked a made-up transfer for the order ${order}`])
      }),
    )
}

const withBank = (work: (context: BankContext) => Promise<void>) =>
  withAdminContext(
    ({ db, config }) => work({ db, config, now: () => new Date() }),
    'check its number',
    'see festival config',
  )

async function importFile(path: string, options: { json?: boolean }): Promise<void> {
  const bytes = await readFile(path).catch(() => {
    throw new CommandError(`${path} cannot be read`)
  })
  await withBank(async (context) => {
    const [{ importStatement }, { readStatements }] = await Promise.all([
      import('#shop/bank'),
      import('#core/banking'),
    ])
    const progress = showProgress(process.stderr)
    const onProgress = (done: number, all: number) => progress.show(done / all, done)
    const name = basename(path)
    const request = { name, read: () => readStatements(bytes, name), onProgress }
    const { paid: _, ...result } = await importStatement(context, request).finally(() =>
      progress.clear(),
    )
    const { entries, known, booked, open, ignored, skipped } = result
    print(options, result, [
      `${entries} entries: ${booked} booked, ${open} to be decided, ${ignored} of other payments, ${known} known before`,
      ...skipped.map((one) => `Left out: ${one.entries} ${skips[one.reason]}`),
    ])
  })
}
