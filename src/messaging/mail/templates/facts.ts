/** Parts that several mails share. */
import type { MailTexts } from './template.ts'

export const festival = ({ facts: words }: MailTexts) =>
  [
    [words.festival, '{festival}'],
    [words.when, words.span],
    [words.where, '{where}'],
    [words.seller, '{seller}'],
  ] as const

/** In mails that name the festival in their words. */
export const soldBy = ({ facts: words }: MailTexts) =>
  ({ facts: [[words.seller, '{seller}']] }) as const

export const seeFestival = ({ facts: words }: MailTexts) =>
  ({ label: words.seeFestival, path: '/guide/{festivalId}' }) as const

/** Links to the tickets of the reader, with the parameters of `ticketLinks`. */
export const seeTickets = ({ facts: words }: MailTexts) =>
  [
    { label: words.seeTickets, path: '/tickets', when: 'proven' },
    { when: 'unproven', say: words.unproven },
    { label: words.confirm, path: '/me', when: 'unproven' },
    { when: 'guest', say: words.guest },
    { label: words.seeTickets, path: '/tickets?email={email}', when: 'guest' },
  ] as const

export const bought = ({ facts: words }: MailTexts) =>
  [
    [words.ticket, '{ticket}'],
    [words.stay, '{stay}'],
    [words.plan, '{plan}'],
  ] as const

/** In mails that can be switched off. */
export const chooseMails = ({ facts: words }: MailTexts) =>
  ({ label: words.chooseMails, path: '/me#settings' }) as const
