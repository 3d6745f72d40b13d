/** Texts of mails about tickets that move to another person. */
export const transferMails = {
  transferOffered: {
    subject: [
      '{sender} sent you a ticket for {festival}',
      'A ticket for you: {festival}',
      'A ticket for you',
    ],
    preheader: 'Until you accept it, it belongs to its sender.',
    offered: [
      '{sender} sent you a ticket for {festival}, {days}.',
      'You are offered a ticket for {festival}, {days}.',
      'You are offered a ticket for a festival.',
    ],
    howToAccept:
      'To accept it, sign in with this e-mail address where you buy tickets. If you have no account yet, six digits that we mail you make one.',
    seeTicket: 'See the ticket',
    ends: 'The offer ends on {expires}, and when it is taken back. Until you accept it, the ticket belongs to its sender.',
    reason: 'If you did not expect this, ignore this mail: nothing happens until you accept.',
  },

  transferOfferedByStaff: {
    subject: ['Your ticket for {festival} is offered', 'Your ticket is offered'],
    preheader: 'It is yours until it is accepted.',
    offered: [
      'The organizer of {festival} has offered your ticket to another person.',
      'The organizer of a festival has offered your ticket to another person.',
    ],
    staysYours:
      'It is yours until they accept it. If you did not ask for this, take the offer back with your tickets, or write to the organizer.',
    reason: 'You get this mail because it is your ticket.',
  },

  transferAccepted: {
    subject: ['Your ticket for {festival} is handed on', 'Your ticket is handed on'],
    preheader: 'Your code no longer admits.',
    accepted: ['Your ticket for {festival} was accepted.', 'Your ticket was accepted.'],
    newHolder:
      'It belongs to its new holder now, and your code no longer admits. A refund would still come to you.',
    reason: 'You get this mail because your ticket was offered.',
  },

  transferDeclined: {
    subject: ['Your ticket for {festival} was not accepted', 'Your ticket was not accepted'],
    preheader: 'It is still yours.',
    declined: ['Your ticket for {festival} was declined.', 'Your ticket was declined.'],
    stillYours: 'It is still yours, and you may offer it again.',
    reason: 'You get this mail because your ticket was offered.',
  },
} as const
