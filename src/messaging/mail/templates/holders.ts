/** The mails to holders of tickets of a festival, and to people who wait for them. */
import { chooseMails, festival, seeFestival, seeTickets, soldBy } from './facts.ts'
import type { MailTexts, Parts } from './template.ts'

export const holderTemplates = {
  cancellation: (texts: MailTexts) => {
    const { cancellation: words } = texts
    return [
      words.cancelled,
      words.why,
      { when: 'bought', say: words.bought },
      { when: 'given', say: words.given },
      words.admitNoMore,
      soldBy(texts),
      seeFestival(texts),
    ] as const satisfies Parts
  },

  festivalChanged: (texts: MailTexts) => {
    const { festivalChanged: words, facts } = texts
    return [
      words.changed,
      {
        facts: [
          [words.newTime, facts.span],
          [words.timeBefore, words.spanBefore],
          [words.newPlace, '{where}'],
          [words.placeBefore, '{whereBefore}'],
        ],
      },
      { when: 'placeless', say: words.placeless },
      { when: 'moved', say: words.moved },
      words.staysGood,
      { when: 'refundUntil', say: words.refundUntil },
      soldBy(texts),
      seeFestival(texts),
      chooseMails(texts),
    ] as const satisfies Parts
  },

  festivalReminder: (texts: MailTexts) => {
    const { festivalReminder: words } = texts
    return [
      words.soon,
      { facts: festival(texts) },
      words.openBefore,
      ...seeTickets(texts),
      seeFestival(texts),
      chooseMails(texts),
    ] as const satisfies Parts
  },

  waitingOffered: (texts: MailTexts) => {
    const { waitingOffered: words } = texts
    return [
      words.free,
      words.heldUntil,
      { label: words.seeHeld, path: '/tickets' },
      soldBy(texts),
      seeFestival(texts),
      words.leave,
      chooseMails(texts),
    ] as const satisfies Parts
  },

  /** The text around the message of an organizer. */
  message: (texts: MailTexts) => {
    const { message: words } = texts
    return [
      { when: 'test', say: words.test },
      words.from,
      { text: '{text}' },
      seeFestival(texts),
      { label: words.unsubscribe, path: '/unsubscribe/{unsubscribe}' },
    ] as const satisfies Parts
  },
}
