/** The mails about an account and signing in to it. */
import type { MailTexts, Parts } from './template.ts'

export const accountTemplates = {
  confirmEmail: ({ confirmEmail: words }: MailTexts) =>
    [
      words.registered,
      words.within,
      { label: words.confirm, path: '/me#confirm={token}' },
      words.inApp,
      { copy: '{token}' },
      words.api,
      { copy: '{origin}/auth/confirm-email' },
    ] as const satisfies Parts,

  emailChanged: ({ emailChanged: words }: MailTexts) => [words.changed] as const satisfies Parts,

  guestEmailReplaced: ({ guestEmailReplaced: words }: MailTexts) =>
    [words.replaced, words.opensNoMore] as const satisfies Parts,

  passkeyAdded: ({ passkeyAdded: words }: MailTexts) =>
    [words.added, { label: words.seePasskeys, path: '/me' }] as const satisfies Parts,

  recoveryCodesRenewed: ({ recoveryCodesRenewed: words }: MailTexts) =>
    [words.renewed] as const satisfies Parts,

  resetPassword: ({ resetPassword: words }: MailTexts) =>
    [
      words.requested,
      { label: words.choose, path: '/reset#token={token}&email={email}' },
      words.inApp,
      { copy: '{token}' },
      words.api,
      { copy: '{origin}/auth/reset-password' },
    ] as const satisfies Parts,

  secondFactorAdded: ({ secondFactorAdded: words }: MailTexts) =>
    [words.added] as const satisfies Parts,

  secondFactorGuessed: ({ secondFactorGuessed: words }: MailTexts) =>
    [words.guessed, { label: words.choose, path: '/sign-in' }] as const satisfies Parts,

  secondFactorRemoved: ({ secondFactorRemoved: words }: MailTexts) =>
    [words.removed] as const satisfies Parts,

  signInCode: ({ signInCode: words }: MailTexts) =>
    [words.enter, { copy: '{code}' }, words.preheader] as const satisfies Parts,
}
