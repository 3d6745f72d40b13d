import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Bounced } from '#messaging/mail'
import { readConfig } from '#platform/config/read'
import { createVault, otherKeyOf, secretKeyOf } from '#platform/secrets/vault'
import { withDatabase } from '../terminal/database.ts'
import { print } from '../terminal/output.ts'

const said: Record<Bounced, string> = {
  noted: 'The e-mail is noted: nothing can be delivered to it',
  'no report': 'It is no report of a mail that could not be delivered',
  'not final': 'It does not say that the mailbox is gone: nothing is noted',
  'not ours':
    'It is about no mail to an e-mail that an account or a guest has now: nothing is noted',
}

/** `festival mail bounce` */
export function addMail(program: Command): void {
  const verbs = program
    .command('mail')
    .helpGroup('Administration:')
    .description('Bounces of sent mails')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival mail bounce < report.eml')
  verbs
    .command('bounce')
    .description('Read a delivery report (RFC 3464), and mark its e-mail as undeliverable')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival mail bounce < report.eml')
    .action(async (options: { json?: boolean }) => {
      const config = readConfig(process.env)
      const source = await buffer(process.stdin)
      const vault = createVault(await secretKeyOf(config), await otherKeyOf(config))
      const { recordBounce: noteBounce } = await import('#messaging/mail')
      const result = await withDatabase(config, ({ db }) =>
        noteBounce({ db, vault, now: new Date() }, source),
      )
      print(options, { result }, [said[result]])
    })
}
