/**
 * The words of all mails, in English. A name in braces is a parameter. A paragraph, a button or a fact with an absent
 * parameter is left out; in a list of alternatives, the first that has all its parameters is used. `path` is an address
 * of the service, `each` repeats its parts for each item of a list, `when` includes a part only if that parameter is
 * given.
 */

import { account } from './account.ts'
import { complimentary } from './complimentary.ts'
import { bought, chooseMails, festival, seeFestival, seeTickets, soldBy } from './facts.ts'
import { holders } from './holders.ts'
import { messages } from './messages.ts'
import { purchase } from './purchase.ts'
import type { Template } from './template.ts'

export const english = {
  greeting: 'Hello,',

  ...account,

  invitation: {
    subject: 'You are invited',
    preheader: 'The invitation is good for {days} days.',
    parts: [
      { when: 'manager', say: 'You are invited to manage an organizer of festivals.' },
      { when: 'gateStaff', say: 'You are invited to work at the gate of a festival.' },
      { when: 'admin', say: 'You are invited to be an administrator of the service.' },
      'You are invited to hold the permission {permission}.',
      { label: 'Accept the invitation', path: '/console/#invitation={token}' },
      'To accept in the app you use, enter this token there:',
      { copy: '{token}' },
      'It works once, for {days} days. Apps send it as JSON (token) with POST to',
      { copy: '{origin}/invitations/accept' },
    ],
    reason: 'If you did not expect this, ignore this mail: nothing happens until you accept.',
  },

  webhookDisabled: {
    subject: 'A webhook is disabled',
    preheader: 'It gets no more events until it is enabled.',
    parts: [
      'Your webhook at {host} is disabled and gets no more events.',
      { when: 'gone', say: 'It has answered 410: it says that it is there no more.' },
      { when: 'failing', say: 'No request to it has succeeded for three days.' },
      'Its id is',
      { copy: '{id}' },
      'What happens meanwhile is kept for 30 days. When the receiver works again, enable the webhook, and replay what has failed and what was missed.',
      { label: 'See the webhook', path: '/console/webhooks/{id}' },
    ],
    reason: 'You get this mail because you made the webhook.',
  },

  purchase,

  complimentary,

  refund: {
    subject: ['Refund: {festivalNames}', 'Refund: {planNames}', 'Refund of your purchase'],
    preheader: ['{amount} is on its way back to you.', 'Your purchase is given back.'],
    parts: [
      '{amount} is on its way back to you, the way it was paid. Banks take up to ten days.',
      { when: 'free', say: 'Your purchase is given back. Nothing was charged for it.' },
      {
        each: 'lines',
        parts: [
          {
            facts: [
              ...bought,
              ['Festival', '{festival}'],
              ['Given back', '{given}'],
              ['Kept back for points that came with it and are spent', '{kept}'],
              ['Paid', '{paid}'],
              ['Purchase', '{id}'],
            ],
          },
        ],
      },
      { facts: [['Given back in all', '{total}']] },
      {
        when: 'ended',
        say: 'What you had bought has ended with it. A ticket for it no longer admits.',
      },
      { when: 'partial', say: 'It is a part of what you paid. What you bought stays yours.' },
      { each: 'festivals', parts: [soldBy, seeFestival] },
    ],
    reason: 'You get this mail because this was bought with this e-mail address.',
  },

  cancellation: {
    subject: ['{festival} is cancelled', 'A festival is cancelled'],
    preheader: 'Your ticket no longer admits. What happens to the money.',
    parts: [
      [
        '{festival} is cancelled. It would have begun on {start}.',
        'A festival for which you have a ticket is cancelled.',
      ],
      'Its organizer says: {reason}',
      {
        when: 'bought',
        say: 'All that you paid for it is given back, the way it was paid. You need not ask for it: another mail says so for each purchase.',
      },
      {
        when: 'given',
        say: 'What was paid for a ticket that was handed on to you goes back to the person who bought it.',
      },
      'Tickets for it no longer admit.',
      soldBy,
      seeFestival,
    ],
    reason: 'You get this mail because you have a ticket or a place to sleep for it.',
  },

  ...holders,

  ...messages,

  transferOffered: {
    subject: [
      '{sender} sent you a ticket for {festival}',
      'A ticket for you: {festival}',
      'A ticket for you',
    ],
    preheader: 'Until you accept it, it belongs to its sender.',
    parts: [
      [
        '{sender} sent you a ticket for {festival}, {days}.',
        'You are offered a ticket for {festival}, {days}.',
        'You are offered a ticket for a festival.',
      ],
      { facts: [['Ticket', '{ticket}'], ...festival] },
      'To accept it, sign in with this e-mail address where you buy tickets. If you have no account yet, six digits that we mail you make one.',
      { label: 'See the ticket', path: '/tickets?offered=1&email={email}' },
      seeFestival,
      'The offer ends on {expires}, and when it is taken back. Until you accept it, the ticket belongs to its sender.',
    ],
    reason: 'If you did not expect this, ignore this mail: nothing happens until you accept.',
  },

  waitingOffered: {
    subject: ['What you wait for is free: {festival}', 'What you wait for is free'],
    preheader: 'It is held for you until {expires}.',
    parts: [
      [
        'Tickets that you wait for are free: {quantity} × {ticket}, {festival}.',
        'Tickets that you wait for are free: {quantity} of them.',
      ],
      'They are held for you until {expires}. Buy them before then, where you buy tickets: afterwards they are offered to the next in line.',
      { label: 'See what is held for you', path: '/tickets' },
      soldBy,
      seeFestival,
      'If you do not want them any more, leave the waiting list there.',
      chooseMails,
    ],
    reason: 'You get this mail because you are on the waiting list.',
  },

  transferOfferedByStaff: {
    subject: ['Your ticket for {festival} is offered', 'Your ticket is offered'],
    preheader: 'It is yours until it is accepted.',
    parts: [
      [
        'The organizer of {festival} has offered your ticket to another person.',
        'The organizer of a festival has offered your ticket to another person.',
      ],
      'It is yours until they accept it. If you did not ask for this, take the offer back with your tickets, or write to the organizer.',
      ...seeTickets,
      soldBy,
      seeFestival,
    ],
    reason: 'You get this mail because it is your ticket.',
  },

  transferAccepted: {
    subject: ['Your ticket for {festival} is handed on', 'Your ticket is handed on'],
    preheader: 'Your code no longer admits.',
    parts: [
      ['Your ticket for {festival} was accepted.', 'Your ticket was accepted.'],
      'It belongs to its new holder now, and your code no longer admits. A refund would still come to you.',
      soldBy,
      seeFestival,
      chooseMails,
    ],
    reason: 'You get this mail because your ticket was offered.',
  },

  transferDeclined: {
    subject: ['Your ticket for {festival} was not accepted', 'Your ticket was not accepted'],
    preheader: 'It is still yours.',
    parts: [
      ['Your ticket for {festival} was declined.', 'Your ticket was declined.'],
      'It is still yours, and you may offer it again.',
      soldBy,
      seeFestival,
      chooseMails,
    ],
    reason: 'You get this mail because your ticket was offered.',
  },
} as const satisfies Record<string, Template | string>
