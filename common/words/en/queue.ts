/** Texts of a sale's waiting room, and of the page that proves its draw. */
import { count, pluralsOf } from '../numbers.ts'

const { counted, plural } = pluralsOf('en')

const inTurn = 'Sold in turn, by a draw'

export const queue = {
  // On a festival's page.
  title: 'Waiting room',
  inTurn,
  inTurnText: (opens: string, draw: string) =>
    `Tickets marked “${inTurn}” need a turn. Enter the waiting room between ${opens} and ${draw}: it does not matter who comes first.`,
  inTurnDrawn: `Tickets marked “${inTurn}” need a turn. The waiting room says when it is yours.`,
  enterRoom: 'Enter the waiting room',

  // Explanation of the procedure.
  how: 'How it works',
  steps: [
    'It does not matter who comes first: all who enter before the draw have the same chance.',
    'The draw puts everyone into an order that no one can choose or know beforehand, and that anyone can check afterwards.',
    'When it is your turn you can buy. You can close this page at any time: your number is kept.',
  ],
  opens: 'Opens',
  draw: 'Draw',
  groups: 'Friends',
  groupsOf: (most: number) => `Up to ${count(most)} people can share a number`,
  left: 'What is left',
  needsScript: 'The waiting room needs JavaScript, which is switched off in this browser.',
  needsHttps: 'The waiting room needs a secure connection: open this page with https.',
  festivalOver: 'The sale is over.',

  // Progress of the queue.
  announced: 'Not open yet',
  announcedText: (opens: string) => `You can enter from ${opens} on.`,
  opensIn: (span: string) => `Opens in ${span}`,
  open: 'Enter now',
  openText: (draw: string) => `All who have entered take part in the draw: ${draw}.`,
  drawIn: (span: string) => `Draw in ${span}`,
  entered: (people: number) =>
    plural(people, {
      one: 'One number was given so far.',
      other: `${count(people)} numbers were given so far.`,
    }),
  drawing: 'The draw',
  drawingText: (entries: number, at: string) =>
    `${counted(entries, { one: 'entry is', other: 'entries are' })} fixed since ${at}: none can be added, removed or changed. Now comes a random number that no one can know yet.`,
  drawnIn: (span: string) => `The random number comes in ${span}`,
  drawnSoon: 'The random number comes at any moment.',
  root: 'What fixes the entries (a hash over all of them):',
  serving: 'People buy in turn',
  servingText:
    'The order is drawn. You can still take a number: it stands behind all who were drawn.',
  checkDraw: 'Check the draw',

  // The visitor's own number.
  account: 'To enter you need an account with a confirmed e-mail.',
  signIn: 'Sign in to enter',
  enter: 'Take a number',
  working: 'One moment: your browser does a short calculation, which slows down bots.',
  in: 'You are in',
  number: (number: number) => `Your number: ${count(number)}`,
  inText: 'Your number takes part in the draw. You can close this page and come back.',
  drawnText: 'Your number takes part in the draw.',
  lateText: 'You came after the draw: you stand behind all who were drawn, as you came.',
  waitText: 'Keep this page open, or come back: your place is kept.',
  confirmFirst: 'My account: confirm your e-mail',
  place: 'Your place',
  ahead: 'Before you',
  people: (people: number) => counted(people, { one: 'number', other: 'numbers' }),
  perMinute: 'Turns in the last minute',
  wait: 'About how long',
  about: (span: string) => `about ${span}`,
  standsStill: 'It stands still at the moment',
  standsStillText:
    'As many people have a turn as there are tickets left. When some do not buy, the next have their turn.',
  progress: 'How far the line has come',
  inLine: 'You are in line',
  turn: 'It is your turn',
  turnText:
    'You can buy now, in one order. Your turn is good as long as there are tickets; after ten minutes the next person has a turn as well.',
  used: 'You have used your turn',
  usedText:
    'Each turn is for one order, and yours is open or paid. If you give it up, you can choose again.',
  toOrder: 'To my order',
  buy: 'Choose tickets',
  soundOn: 'Play a sound when it is my turn',
  soundOff: 'A sound will be played',

  // Groups.
  group: 'Go with friends',
  groupText: (most: number) =>
    `Up to ${count(most)} people can share your number, until the draw. It is their turn when it is yours, and each of you may buy.`,
  invite: 'Share the link',
  copied: 'The link is copied.',
  notCopied: (link: string) => `Copy this link: ${link}`,
  shared: (people: number, most: number) => `${count(people)} of ${count(most)} have this number.`,
  inGroup: 'You share the number of a friend: it is your turn together.',
  invited:
    'A friend shares a number with you. Take a number first: then you can give it up for theirs.',
  join: 'Share the number of my friend',
  joinTitle: 'Share the number of your friend?',
  joinText: (number: number) =>
    `You give up your own number, ${count(number)}, for that of your friend. You cannot have it back.`,
  joinButton: 'Give up mine, and share theirs',
  joinBack: 'Keep my own',
  joined: 'You share the number of your friend now.',

  // Changes.
  moved: (before: string, now: string) =>
    `The draw was moved from ${before} to ${now}. All numbers stay as they are.`,
  gotIt: 'Got it',
  changedTitle: 'What was fixed has been changed',
  changed: {
    entries: (before: string, now: string) =>
      `The entries were fixed before the draw, and must never change. This page saw ${before}. The service now shows ${now}.`,
    round: (before: string, now: string) =>
      `The random number that decides was fixed as round ${before} of drand. The service now names ${now}.`,
    seed: () => 'The order of this queue was drawn already. The service now shows another one.',
    number: (before: string, now: string) =>
      `Your number was ${before}. The service now says that it is ${now}.`,
  },
  changedAdvice: 'Do not trust this draw. Take a picture of this page, and ask the organizer.',
  nothing: 'nothing',
  none: 'There is no waiting room',
  noneText: 'Nothing of this festival is sold in turn.',
  cancelled: 'The waiting room was cancelled',
  cancelledText:
    'All numbers are void. The tickets are sold without a waiting room: you need no turn to buy.',
  anew: 'The queue in which you had a number was cancelled. This is a new one: take a number again.',

  rehearsal:
    'This is a rehearsal: it is seen by those who run the festival alone, and nothing is sold by it.',
  noRehearsal:
    'There is no rehearsal for this account. Managers of the festival begin it in the console.',

  // Refusals, and a missing answer.
  offline: 'No connection. Your number is kept, and this page goes on by itself.',
  silent: 'The service does not answer. Your number is kept, and this page tries again by itself.',
  refused: {
    queue_not_open: 'The waiting room is not open yet.',
    queue_drawn: 'The draw has begun: groups stay as they are.',
    group_full: 'This group is full, or has joined another one.',
    has_group: 'Others share your number: they would lose it.',
    email_not_proven: 'Confirm your e-mail first, then take a number.',
    too_many_requests: 'Very many enter from your network. Try again in a minute.',
    invalid: 'This did not work. Reload the page, and try again.',
    not_found: 'There is no such number in this waiting room.',
    unauthorized: 'You are signed out. Sign in, and try again.',
  },
}
