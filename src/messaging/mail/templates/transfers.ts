/** The mails about tickets that move to another person. */
import { chooseMails, festival, seeFestival, seeTickets, soldBy } from './facts.ts'
import type { MailTexts, Parts } from './template.ts'

export const transferTemplates = {
  transferOffered: (texts: MailTexts) => {
    const { transferOffered: words, facts } = texts
    return [
      words.offered,
      { facts: [[facts.ticket, '{ticket}'], ...festival(texts)] },
      words.howToAccept,
      { label: words.seeTicket, path: '/tickets?offered=1&email={email}' },
      seeFestival(texts),
      words.ends,
    ] as const satisfies Parts
  },

  transferOfferedByStaff: (texts: MailTexts) => {
    const { transferOfferedByStaff: words } = texts
    return [
      words.offered,
      words.staysYours,
      ...seeTickets(texts),
      soldBy(texts),
      seeFestival(texts),
    ] as const satisfies Parts
  },

  transferAccepted: (texts: MailTexts) => {
    const { transferAccepted: words } = texts
    return [
      words.accepted,
      words.newHolder,
      soldBy(texts),
      seeFestival(texts),
      chooseMails(texts),
    ] as const satisfies Parts
  },

  transferDeclined: (texts: MailTexts) => {
    const { transferDeclined: words } = texts
    return [
      words.declined,
      words.stillYours,
      soldBy(texts),
      seeFestival(texts),
      chooseMails(texts),
    ] as const satisfies Parts
  },
}
