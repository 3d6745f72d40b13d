/** Texts of the page that proves the draw of a waiting room. */
import { count, pluralsOf } from '../numbers.ts'

const { counted } = pluralsOf('en')

export const proof = {
  title: 'Check the draw',
  lead: 'Your browser now reads all that the service has published of this draw, and computes everything again by itself.',
  notYet: 'There is nothing to check yet',
  notYetText: (draw: string) => `The entries are fixed and published at the draw: ${draw}.`,
  toRoom: 'To the waiting room',
  reading: (part: number, parts: number) =>
    `Reading the entries: ${count(part)} of ${count(parts)} parts`,
  checking: 'Computing…',
  progress: 'How much of the draw has been read and checked',
  done: (seconds: number, entries: number) =>
    `${counted(entries, { one: 'entry', other: 'entries' })} checked in ${counted(seconds, { one: 'second', other: 'seconds' })}.`,
  failed: 'The draw could not be read. Check your connection, and reload the page.',
  broken: 'Your browser could not compute it. Try another browser, or the command below.',

  right: 'Everything holds',
  rightText: 'No one was moved, added or left out after the entries were fixed.',
  half: 'Everything holds, but chance is not proven',
  wrong: 'This draw is not what was promised',
  wrongText: 'Keep the file below: it shows what is wrong. Ask the organizer.',
  notDrawn: 'The entries are right so far; the order is not drawn yet',

  ok: 'Holds',
  bad: 'Does not hold',
  open: 'Not proven',
  checks: {
    entries: 'The list has every entry of the draw: none more, none less.',
    root: 'It is the list that was fixed before the order was known.',
    randomness: 'The random number is that of the round, or the one that was committed to.',
    fixed_before: 'No one could know the random number when the entries were fixed.',
    seed: 'The order follows from the list and the random number alone.',
    receipt: 'The service has signed that your number is yours.',
    listed: 'Your entry is in the list, with the number by which it is your turn.',
  },
  organizer:
    'The random number is a seed that the organizer had committed to: the organizer could have chosen it.',
  missed:
    'The round of drand was missed, or came before the entries were fixed: the order comes from a seed of the service.',

  order: 'The order',
  first: 'The first in the order have the numbers',
  own: 'Your own entry',
  place: (place: number, entries: number) => `Your place is ${count(place)} of ${count(entries)}.`,
  late: (place: number) => `You came after the draw. Your place is ${count(place)}.`,
  ownNone: 'You have no number in this waiting room.',
  signIn: 'Sign in to check your own entry',

  figures: 'What was published',
  entries: 'Entries',
  root: 'Hash over all entries',
  fixed: 'Entries fixed',
  round: 'Round of drand',
  seed: 'Seed of the order',
  file: 'A file to keep',
  fileText:
    'All of it in one file. Anyone who has it can check the draw later, without asking the service:',
  save: 'Save the file',
}
