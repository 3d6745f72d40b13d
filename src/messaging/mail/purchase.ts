/** The words of the mail about a purchase, in English: a part of the catalogue. */
import { bought, festival, seeFestival, seeTickets } from './facts.ts'
import type { Template } from './template.ts'

export const purchase = {
  subject: [
    'Confirmation: {festivalNames}',
    'Confirmation: {planNames}',
    'Confirmation of your purchase',
  ],
  preheader: '{paid} paid. What you bought, and when and where it is.',
  parts: [
    'Thank you. This is the confirmation of your purchase.',
    { each: 'festivals', parts: [{ facts: festival }] },
    {
      each: 'lines',
      parts: [
        {
          facts: [
            ...bought,
            ['Festival', '{festival}'],
            ['From', '{since}'],
            ['Until', '{until}'],
            ['Quantity', '{quantity}'],
            ['Price', '{price}'],
            ['VAT included', '{vat} ({vatRate} %)'],
            ['VAT', '{exemption}'],
          ],
        },
      ],
    },
    {
      facts: [
        ['Total price', '{total}'],
        ['Voucher', '{discount} off'],
        ['Points used', '{points}, worth {pointsWorth}'],
        ['Paid', '{paid}'],
        ['Date', '{on}'],
        ['Purchase', '{id}'],
      ],
    },
    {
      when: 'attached',
      say: 'Each ticket is attached, to print or to show on a telephone. It admits once, so keep it to yourself.',
    },
    ...seeTickets,
    { each: 'festivals', parts: [seeFestival] },
    { when: 'simulated', say: 'Payments are simulated here: no money was moved.' },
  ],
  reason:
    'You get this mail because this was bought with this e-mail address. It is a confirmation, and no invoice.',
} as const satisfies Template
