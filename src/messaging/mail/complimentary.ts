/** The words of the mail about complimentary items given by staff, in English: a part of the catalogue. */
import { bought, festival, seeFestival, seeTickets } from './facts.ts'
import type { Template } from './template.ts'

export const complimentary = {
  subject: ['For you: {festivalNames}', 'For you: tickets of a festival'],
  preheader: 'It costs you nothing. When and where it is.',
  parts: [
    'The organizer has given you this. It costs you nothing.',
    { each: 'festivals', parts: [{ facts: festival }] },
    {
      each: 'lines',
      parts: [
        {
          facts: [...bought, ['From', '{since}'], ['Until', '{until}'], ['Quantity', '{quantity}']],
        },
      ],
    },
    {
      when: 'attached',
      say: 'Each ticket is attached, to print or to show on a telephone. It admits once, so keep it to yourself.',
    },
    ...seeTickets,
    { each: 'festivals', parts: [seeFestival] },
  ],
  reason: 'You get this mail because an organizer of festivals entered this e-mail.',
} as const satisfies Template
