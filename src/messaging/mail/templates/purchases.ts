/** The mails about a purchase and its refund. */
import { bought, festival, seeFestival, seeTickets, soldBy } from './facts.ts'
import type { MailTexts, Parts } from './template.ts'

/** Where to transfer what, and the page with the QR code. */
const transfer = ({ paymentAwaited: words, facts }: MailTexts) =>
  [
    {
      facts: [
        [words.holder, '{holder}'],
        [words.iban, '{iban}'],
        [words.bic, '{bic}'],
        [words.amount, '{amount}'],
        [words.reference, '{reference}'],
        [words.payUntil, '{until}'],
        [facts.purchase, '{id}'],
      ],
    },
    words.exact,
    { label: words.seeOrder, path: '/tickets', when: 'member' },
    { label: words.seeOrder, path: '/tickets?email={email}', when: 'guest' },
  ] as const

export const purchaseTemplates = {
  /** An order that waits for its bank transfer. */
  paymentAwaited: (texts: MailTexts) => {
    const { paymentAwaited: words } = texts
    return [words.held, words.tickets, ...transfer(texts), words.giveUp] as const satisfies Parts
  },

  paymentReminder: (texts: MailTexts) => {
    const { paymentReminder: words } = texts
    return [words.missing, words.sent, ...transfer(texts)] as const satisfies Parts
  },

  purchase: (texts: MailTexts) => {
    const { purchase: words, facts } = texts
    return [
      words.thanks,
      { each: 'festivals', parts: [{ facts: festival(texts) }] },
      {
        each: 'lines',
        parts: [
          {
            facts: [
              ...bought(texts),
              [facts.festival, '{festival}'],
              [facts.since, '{since}'],
              [facts.until, '{until}'],
              [facts.quantity, '{quantity}'],
              [words.price, '{price}'],
              [words.vatIncluded, words.vatRate],
              [words.vat, '{exemption}'],
            ],
          },
        ],
      },
      {
        facts: [
          [words.total, '{total}'],
          [words.voucher, words.discount],
          [words.pointsUsed, words.points],
          [facts.paid, '{paid}'],
          [words.date, '{on}'],
          [facts.purchase, '{id}'],
        ],
      },
      { when: 'attached', say: facts.attached },
      { when: 'invoiceAttached', say: words.invoiceAttached },
      { when: 'invoiceFollows', say: words.invoiceFollows },
      { when: 'invoiceListed', say: words.invoiceListed },
      ...seeTickets(texts),
      { each: 'festivals', parts: [seeFestival(texts)] },
      { when: 'simulated', say: words.simulated },
    ] as const satisfies Parts
  },

  /** Items given by staff. */
  complimentary: (texts: MailTexts) => {
    const { complimentary: words, facts } = texts
    return [
      words.given,
      { each: 'festivals', parts: [{ facts: festival(texts) }] },
      {
        each: 'lines',
        parts: [
          {
            facts: [
              ...bought(texts),
              [facts.since, '{since}'],
              [facts.until, '{until}'],
              [facts.quantity, '{quantity}'],
            ],
          },
        ],
      },
      { when: 'attached', say: facts.attached },
      ...seeTickets(texts),
      { each: 'festivals', parts: [seeFestival(texts)] },
    ] as const satisfies Parts
  },

  refund: (texts: MailTexts) => {
    const { refund: words, facts } = texts
    return [
      words.onItsWay,
      { when: 'free', say: words.free },
      {
        each: 'lines',
        parts: [
          {
            facts: [
              ...bought(texts),
              [facts.festival, '{festival}'],
              [words.given, '{given}'],
              [words.kept, '{kept}'],
              [facts.paid, '{paid}'],
              [facts.purchase, '{id}'],
            ],
          },
        ],
      },
      { facts: [[words.total, '{total}']] },
      { when: 'ended', say: words.ended },
      { when: 'partial', say: words.partial },
      { when: 'creditNoteAttached', say: words.creditNoteAttached },
      { when: 'creditNoteFollows', say: words.creditNoteFollows },
      { when: 'creditNoteListed', say: words.creditNoteListed },
      ...seeTickets(texts),
      { each: 'festivals', parts: [soldBy(texts), seeFestival(texts)] },
    ] as const satisfies Parts
  },

  /** An invoice or a credit note that no other mail brings. */
  document: (texts: MailTexts) => {
    const { document: words, refund, facts } = texts
    return [
      words.attached,
      {
        facts: [
          [facts.seller, '{seller}'],
          [facts.paid, '{paid}'],
          [refund.given, '{given}'],
          [facts.purchase, '{id}'],
        ],
      },
      words.data,
      ...seeTickets(texts),
    ] as const satisfies Parts
  },
}
