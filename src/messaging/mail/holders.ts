/** The words of mails to holders of tickets of a festival, in English: a part of the catalogue. */
import { chooseMails, festival, seeFestival, seeTickets, soldBy } from './facts.ts'
import type { Template } from './template.ts'

const reason = 'You get this mail because you have a ticket or a place to sleep for it.'

export const holders = {
  festivalChanged: {
    subject: ['{festival} has changed', 'A festival has changed'],
    preheader: 'What is new about when or where it is.',
    parts: [
      [
        'It has changed when or where {festival} is.',
        'It has changed when or where a festival is for which you have a ticket.',
      ],
      {
        facts: [
          ['New time', '{start} to {end}'],
          ['Time before', '{startBefore} to {endBefore}'],
          ['New place', '{where}'],
          ['Place before', '{whereBefore}'],
        ],
      },
      { when: 'placeless', say: 'The new place is still to be announced.' },
      { when: 'moved', say: 'The place on the map has moved.' },
      'What you have bought stays good.',
      {
        when: 'refundUntil',
        say: 'If you bought it before the festival was moved, you may give it back in full until {refundUntil}, as long as it is neither used nor handed on.',
      },
      soldBy,
      seeFestival,
      chooseMails,
    ],
    reason,
  },

  festivalReminder: {
    subject: ['{festival} begins soon', 'A festival begins soon'],
    preheader: 'It begins on {start}.',
    parts: [
      ['{festival} begins soon.', 'A festival for which you have a ticket begins soon.'],
      { facts: festival },
      'Open your ticket before you leave: kept on the telephone it is shown without a network too.',
      ...seeTickets,
      seeFestival,
      chooseMails,
    ],
    reason,
  },
} as const satisfies Record<string, Template>
