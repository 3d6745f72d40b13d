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
    invoiceAttached: 'Your invoice is attached as a PDF.',
    invoiceFollows: 'Your invoice follows in a mail of its own.',
    invoiceListed:
      'Your invoice is with your order, on the page of your tickets. We attach it only to mails to a confirmed e-mail.',
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

  paymentAwaited: {
    subject: [
      'Please transfer: {festivalNames}',
      'Please transfer: {planNames}',
      'Please transfer the amount of your order',
    ],
    preheader: 'Transfer {amount}, to arrive by {until}.',
    held: 'Thank you for your order. We hold it for you until {until}. The money must have arrived by then.',
    tickets: 'We mail you your tickets as soon as the money has arrived.',
    holder: 'Account holder',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Amount',
    reference: 'Reference',
    payUntil: 'To arrive by',
    exact:
      'Transfer exactly this amount, in one transfer, and state the reference: it tells us that the money is for your order.',
    seeOrder: 'See the order, with a QR code for your bank',
    giveUp:
      'If you change your mind, cancel the order on that page, or transfer nothing: it then ends by itself.',
    reason: 'You get this mail because this was ordered with this e-mail address.',
  },

  paymentReminder: {
    subject: [
      'Reminder: {festivalNames} is not paid yet',
      'Reminder: {planNames} is not paid yet',
      'Reminder: your order is not paid yet',
    ],
    preheader: 'Transfer {amount}, to arrive by {until}.',
    missing:
      'Your transfer has not arrived yet. We hold your order until {until}; then what it buys goes back on sale.',
    sent: 'If you have transferred the money already, you need not do anything: banks take up to two days.',
    reason: 'You get this mail because this was ordered with this e-mail address.',
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
    creditNoteAttached: 'Your credit note is attached as a PDF.',
    creditNoteFollows: 'Your credit note follows in a mail of its own.',
    creditNoteListed:
      'Your credit note is with your order, on the page of your tickets. We attach it only to mails to a confirmed e-mail.',
    reason: 'You get this mail because this was bought with this e-mail address.',
  },

  document: {
    subject: ['Invoice {invoice}', 'Credit note {creditNote}', 'Your document'],
    preheader: 'It is attached as a PDF.',
    attached: ['Your invoice {invoice} is attached.', 'Your credit note {creditNote} is attached.'],
    data: 'The PDF also contains the data for your accounting program.',
    reason: 'You get this mail because this was bought with this e-mail address.',
  },
} as const
