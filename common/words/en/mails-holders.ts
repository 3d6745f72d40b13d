/** Texts of mails to holders of tickets of a festival, and to people who wait for them. */
export const holderMails = {
  cancellation: {
    subject: ['{festival} is cancelled', 'A festival is cancelled'],
    preheader: 'Your ticket no longer admits. What happens to the money.',
    cancelled: [
      '{festival} is cancelled. It would have begun on {start}.',
      'A festival for which you have a ticket is cancelled.',
    ],
    why: 'Its organizer says: {reason}',
    bought:
      'All that you paid for it is given back, the way it was paid. You need not ask for it: another mail says so for each purchase.',
    given:
      'What was paid for a ticket that was handed on to you goes back to the person who bought it.',
    admitNoMore: 'Tickets for it no longer admit.',
    reason: 'You get this mail because you have a ticket or a place to sleep for it.',
  },

  festivalChanged: {
    subject: ['{festival} has changed', 'A festival has changed'],
    preheader: 'What is new about when or where it is.',
    changed: [
      'It has changed when or where {festival} is.',
      'It has changed when or where a festival is for which you have a ticket.',
    ],
    newTime: 'New time',
    timeBefore: 'Time before',
    spanBefore: '{startBefore} to {endBefore}',
    newPlace: 'New place',
    placeBefore: 'Place before',
    placeless: 'The new place is still to be announced.',
    moved: 'The place on the map has moved.',
    staysGood: 'What you have bought stays good.',
    refundUntil:
      'If you bought it before the festival was moved, you may give it back in full until {refundUntil}, as long as it is neither used nor handed on.',
    reason: 'You get this mail because you have a ticket or a place to sleep for it.',
  },

  festivalReminder: {
    subject: ['{festival} begins soon', 'A festival begins soon'],
    preheader: 'It begins on {start}.',
    soon: ['{festival} begins soon.', 'A festival for which you have a ticket begins soon.'],
    openBefore:
      'Open your ticket before you leave: kept on the telephone it is shown without a network too.',
    reason: 'You get this mail because you have a ticket or a place to sleep for it.',
  },

  waitingOffered: {
    subject: ['What you wait for is free: {festival}', 'What you wait for is free'],
    preheader: 'It is held for you until {expires}.',
    free: [
      'Tickets that you wait for are free: {quantity} × {ticket}, {festival}.',
      {
        count: 'quantity',
        one: '{quantity} ticket that you wait for is free.',
        other: 'Tickets that you wait for are free: {quantity} of them.',
      },
    ],
    heldUntil:
      'They are held for you until {expires}. Buy them before then, where you buy tickets: afterwards they are offered to the next in line.',
    seeHeld: 'See what is held for you',
    leave: 'If you do not want them any more, leave the waiting list there.',
    reason: 'You get this mail because you are on the waiting list.',
  },
} as const
