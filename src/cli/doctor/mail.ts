import type { Config } from '#platform/config/variables'
import type { Check } from './machine.ts'

/** Reports the way mail leaves, and the duties of the relay: the service signs no mails. */
export function checkMail({ SMTP_URL, NODE_ENV }: Pick<Config, 'SMTP_URL' | 'NODE_ENV'>): Check {
  const name = 'Mail'
  if (SMTP_URL === undefined) {
    const detail = 'written to files in DATA_DIR/mail: SMTP_URL is not set'
    return {
      name,
      ok: true,
      detail: NODE_ENV === 'production' ? `not sent, but ${detail}` : detail,
    }
  }
  return {
    name,
    ok: true,
    detail: `sent through ${new URL(SMTP_URL).host}`,
    faults: [
      'DKIM is the relay’s: it has to sign mails, with the headers List-Unsubscribe and List-Unsubscribe-Post, or mail programs show no button that switches them off',
    ],
  }
}
