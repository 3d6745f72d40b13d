/** The parts of all mails, by the names of their texts in the catalogue (`common/words/`). */
import { accountTemplates } from './account.ts'
import { holderTemplates } from './holders.ts'
import { purchaseTemplates } from './purchases.ts'
import type { MailTexts, Parts } from './template.ts'
import { transferTemplates } from './transfers.ts'

export const templates = {
  ...accountTemplates,
  ...purchaseTemplates,
  ...holderTemplates,
  ...transferTemplates,

  invitation: ({ invitation: words }: MailTexts) =>
    [
      { when: 'manager', say: words.manager },
      { when: 'accountant', say: words.accountant },
      { when: 'sales', say: words.sales },
      { when: 'editor', say: words.editor },
      { when: 'gateStaff', say: words.gateStaff },
      { when: 'admin', say: words.admin },
      words.permission,
      { label: words.accept, path: '/console/#invitation={token}' },
      words.inApp,
      { copy: '{token}' },
      words.api,
      { copy: '{origin}/invitations/accept' },
    ] as const satisfies Parts,

  webhookDisabled: ({ webhookDisabled: words }: MailTexts) =>
    [
      words.disabled,
      { when: 'gone', say: words.gone },
      { when: 'failing', say: words.failing },
      words.id,
      { copy: '{id}' },
      words.meanwhile,
      { label: words.seeWebhook, path: '/console/webhooks/{id}' },
    ] as const satisfies Parts,
}
