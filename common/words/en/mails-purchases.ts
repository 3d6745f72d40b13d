/** Texts of mails about a purchase and its refund. */
export const purchaseMails = {
  purchase: {
    subject: [
      'Confirmation: {festivalNames}',
      'Confirmation: {planNames}',
      'Confirmation of your purchase',
    ],
    preheader: '{paid} paid. What you bought, and when and where it is.',
    thanks: 'Thank you. This is the confirmation of your purchase.',
    price: 'Price',
    vatIncluded: 'VAT included',
    vatRate: '{vat} ({vatRate} %)',
    vat: 'VAT',
    total: 'Total price',
    voucher: 'Voucher',
    discount: '{discount} off',
    pointsUsed: 'Points used',
    points: '{points}, worth {pointsWorth}',
    date: 'Date',
    simulated: 'Payments are simulated here: no money was moved.',
    reason:
      'You get this mail because this was bought with this e-mail address. It is a confirmation, and no invoice.',
  },

  complimentary: {
    subject: ['For you: {festivalNames}', 'For you: tickets of a festival'],
    preheader: 'It costs you nothing. When and where it is.',
    given: 'The organizer has given you this. It costs you nothing.',
    reason: 'You get this mail because an organizer of festivals entered this e-mail.',
  },

  refund: {
    subject: ['Refund: {festivalNames}', 'Refund: {planNames}', 'Refund of your purchase'],
    preheader: ['{amount} is on its way back to you.', 'Your purchase is given back.'],
    onItsWay: '{amount} is on its way back to you, the way it was paid. Banks take up to ten days.',
    free: 'Your purchase is given back. Nothing was charged for it.',
    given: 'Given back',
    kept: 'Kept back for points that came with it and are spent',
    total: 'Given back in all',
    ended: 'What you had bought has ended with it. A ticket for it no longer admits.',
    partial: 'It is a part of what you paid. What you bought stays yours.',
    reason: 'You get this mail because this was bought with this e-mail address.',
  },

  document: {
    subject: ['Invoice {invoice}', 'Credit note {creditNote}'],
    preheader: 'It is attached as a PDF.',
    attached: ['Your invoice {invoice} is attached.', 'Your credit note {creditNote} is attached.'],
    data: 'The PDF also contains the data for your accounting program.',
    reason: 'You get this mail because this was bought with this e-mail address.',
  },
} as const
