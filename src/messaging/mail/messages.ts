/** The words around the message of an organizer, in English: a part of the catalogue. */
import { seeFestival } from './facts.ts'
import type { Template } from './template.ts'

export const messages = {
  message: {
    subject: ['{subject}', 'A message about a festival'],
    preheader: ['{organizer} writes to you about {festival}.', 'A message about a festival'],
    parts: [
      { when: 'test', say: 'This is a test. It was sent to you alone.' },
      [
        '{organizer} writes to you about {festival}:',
        'An organizer writes to you about a festival:',
      ],
      { text: '{text}' },
      seeFestival,
      { label: 'Get no more messages of organizers', path: '/unsubscribe/{unsubscribe}' },
    ],
    reason: 'You get this mail because you have a ticket or a place to sleep for it.',
  },
} as const satisfies Record<string, Template>
