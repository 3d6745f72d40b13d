import type { Command } from 'commander'
import { findUserByEmail } from '#identity/users'
import { asSystem } from '#platform/database/signing'
import { createMailer } from '#platform/outgoing/mail'
import { found } from '#platform/values/errors'
import { withAdminContext } from '../terminal/admin-context.ts'
import { print } from '../terminal/output.ts'

type Json = { json?: boolean }
const advice = 'no account has this e-mail. `festival user list` shows them'

/** `festival second-factor remove` */
export function addSecondFactor(program: Command): void {
  const verbs = program
    .command('second-factor')
    .helpGroup('Administration:')
    .description('Second factors of accounts')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  festival second-factor remove ada@harbour.example')
  verbs
    .command('remove')
    .description(
      'Remove what an account has lost: app, recovery codes and passkeys; it is signed out',
    )
    .argument('<email>', 'whose')
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', '\nExample:\n  festival second-factor remove ada@harbour.example')
    .action(async (email: string, options: Json) => {
      const id = await removeByOperator(email)
      print(options, { id, email, removed: true }, [
        `${email} has no second factor any more, and is signed out. Its mailbox is told`,
      ])
    })
}

/** Removes the second factors of an account on the operator's word, and mails the user at once: the service need not run. */
function removeByOperator(email: string): Promise<string> {
  return withAdminContext(async (context) => {
    const { removeFactors } = await import('#identity/passkeys')
    const { mailFactorChange: mailFactorNews } = await import('#identity/auth')
    const { id } = found(await findUserByEmail(context.db, email), 'User')
    await asSystem('user.remove_second_factor', () => removeFactors(context, id))
    const { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR } = context.config
    const mailer = createMailer({ smtpUrl, from, folder: `${DATA_DIR}/mail` })
    try {
      const log = { info: () => {} }
      await mailFactorNews({ ...context, mailer, log }, { userId: id, news: 'removed' })
    } finally {
      mailer.close()
    }
    return id
  }, advice)
}
