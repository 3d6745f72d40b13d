/** Texts of the shop. */
import { count, pluralsOf, sum } from '../numbers.ts'
import { billing } from './billing.ts'
import { transfer } from './transfer.ts'

const { plural } = pluralsOf('en')

const declines = {
  insufficient_funds: 'Declined: there is not enough money on this card. Try another one.',
  expired_card: 'Declined: this card has expired. Try another one.',
  incorrect_cvc: 'Declined: the security code is wrong.',
  canceled: 'The payment was cancelled.',
}

export const shop = {
  // On a festival's page.
  nights: (nights: number) =>
    plural(nights, { one: 'one night', other: `${count(nights)} nights` }),
  accountOnly: 'For people with an account: you sign in on the way.',
  haveCode: 'I have a code',
  checkCode: 'Show what it gives',
  codeGives: (code: string, offers: number) =>
    plural(offers, {
      one: `With ${code} one offer is different.`,
      other: `With ${code} ${count(offers)} offers are different.`,
    }),
  codeGivesNothing: (code: string) => `${code} gives nothing at the moment.`,
  withoutCode: 'Go on without the code',
  instead: (before: string) => `instead of ${before}`,
  needsScript: 'Buying tickets needs JavaScript, which is switched off in this browser.',

  // Checkout.
  checkout: 'Checkout',
  holding: 'Holding your tickets…',
  heldFor: 'Held for you for',
  endsSoon: (minutes: number) =>
    minutes <= 1
      ? 'Your tickets are held for less than a minute.'
      : `Your tickets are held for ${minutes} more minutes.`,
  timeIsUp: 'The time is up',
  timeIsUpWords:
    'Your tickets were held for ten minutes and are for sale again. Nothing was charged.',
  again: 'Try again',
  back: 'Back to the festival',
  total: 'Total',
  vatOf: (rate: number) => `VAT ${count(rate)} % included`,
  vatOfSome: (names: string, vat: string) => `${names}: ${vat}`,
  feesIncluded: 'All fees included',
  discount: (code: string) => `Voucher ${code}`,
  voucherAsk: 'Add a voucher',
  voucher: 'Voucher code',
  apply: 'Apply',
  withoutVoucher: 'Remove',
  withoutVoucherLabel: (code: string) => `Remove voucher ${code}`,
  membership: 'Membership',
  points: 'Points',
  pointsHave: (points: number, worth: number) =>
    `You have ${count(points)} points, worth ${sum(worth)}.`,
  pointsUse: 'How many do you use?',
  pointsAll: 'As many as possible',
  pointsUsed: (points: number) =>
    plural(points, { one: 'One point', other: `${count(points)} points` }),
  pointsMost: (most: number) => `Use a whole number of points, at most ${count(most)}.`,
  pointsGone: 'You have fewer points by now. Reload the page to see how many.',
  contact: 'Where your tickets go',
  email: 'E-mail',
  emailHint: 'Your tickets are sent there. No account is needed.',
  signedInAs: 'Signed in as',
  haveAccount: 'You have an account?',
  needsAccount: 'A membership belongs to an account: sign in, and your basket waits for you.',
  signIn: 'Sign in',
  billing,
  payment: 'Payment',
  simulated: 'This is a test shop: no money is taken, and no card is needed. Choose what happens.',
  pay: (euros: number) => (euros === 0 ? 'Get your tickets' : `Pay ${sum(euros)}`),
  transfer,
  outcomes: {
    paid: 'It is paid',
    paidHint: 'The card works',
    declined: 'It is declined',
    declinedHint: 'Not enough money on the card',
    asked: 'The bank asks first (3-D Secure)',
    askedHint: 'And confirms after a few seconds',
    refused: 'The bank asks first, and declines',
    refusedHint: '3-D Secure is not passed',
  },
  paying: 'Paying…',
  asking: 'Your bank asks you to confirm',
  askingWords: 'Confirm the payment with your bank. This page goes on by itself.',
  askingSimulated: 'In this test shop the bank confirms by itself within a few seconds.',
  charging: 'Your payment is being checked',
  chargingWords:
    'This takes a moment. You can leave this page: we mail you your tickets once it is paid.',
  other: 'Pay in another way',
  soldBy: 'Sold by',
  noWithdrawal: (names: string) =>
    ` There is no right of withdrawal for what is for a set date or period: ${names}. The terms of the seller say what can be given back.`,
  terms: 'Terms of sale',
  privacy: 'Privacy',
  imprint: 'Who runs this',
  accessibility: 'Accessibility',
  giveUp: 'Cancel this order',
  notSoldHere: 'Not sold here yet',
  notSoldHereWords: 'The organizer has not said yet who sells these tickets, and on which terms.',
  cardAway: 'The form for your card cannot be loaded. Check your connection, and reload the page.',
  cardWrong: 'Check the details of your card.',
  nothing: 'Nothing to pay for yet',
  nothingWords: 'Choose tickets on the page of a festival.',
  gone: 'This order has ended',
  goneWords: 'Nothing was charged.',

  // Refusals.
  oneOfThem: 'One of the items',
  soldOut: (name: string, left: number) =>
    left > 0 ? `${name}: only ${count(left)} left.` : `${name} sold out while you were choosing.`,
  notOnSale: (name: string) => `${name} is not on sale at the moment.`,
  limit: (name: string) => `${name}: that is more than one person may buy.`,
  changed: (name: string) => `The price of ${name} has changed.`,
  offerEnded: 'What was held for you is not held any more. Nothing was charged.',
  notYourTurn:
    'These tickets are sold in turn. It is not your turn, or you have bought in it already.',
  toRoom: 'To the waiting room',
  offerUsed: 'Another order of yours buys what was held for you. Nothing was charged.',
  tooManyHeld: 'Many people at your connection are buying right now. Try again in a few minutes.',
  tooManyUnpaid: 'Too many orders were begun here and not paid. Try again in an hour.',
  tooManyHolds:
    'You have other orders that are not finished yet. Finish or cancel one of them first.',
  nothingCharged: 'Nothing was charged.',
  declined: (reason: string | undefined) =>
    new Map(Object.entries(declines)).get(reason ?? '') ??
    'Your payment was declined. Try another way to pay.',
  stillHeld: 'Your tickets are still held for you.',
  noEmail: 'Enter your e-mail, so that your tickets can reach you.',
  badEmail: 'This is not an e-mail address. It looks like name@example.org.',
  offline: 'No connection. Nothing is lost: try again when you are back online.',
  noAnswerYet:
    'No answer yet: the network may be gone. This goes on by itself, and you pay only once.',
  wrong: 'Something went wrong. Try again in a moment.',
  vouchers: {
    voucher_unknown: 'This voucher does not exist.',
    voucher_other_festival: 'This voucher is for another festival.',
    voucher_used_up: 'This voucher is used up.',
    voucher_not_started: 'This voucher is not valid yet.',
    voucher_ended: 'This voucher is no longer valid.',
    voucher_not_applicable: 'This voucher gives nothing for these tickets.',
    voucher_limit: 'You have used this voucher as often as one person may.',
    too_many_requests: 'Too many attempts. Wait a minute.',
    opens: 'Some of this can be bought with its voucher alone.',
  },

  // Tickets.
  tickets: 'My tickets',
  thanks: 'Thank you. Your tickets are here.',
  mailed: (email: string) => `We are mailing them to ${email}.`,
  orderNumber: 'Order',
  noTickets: 'No tickets yet',
  noTicketsHere: 'What you buy on this device appears here. If you have an account, sign in.',
  noTicketsYours: 'What you buy, and what others pass on to you, appears here.',
  lost: 'Lost your ticket?',
  lostLead:
    'Enter the e-mail it was bought with. We mail you a code, and your tickets appear here.',
  lostNeedsScript:
    'Finding your tickets needs JavaScript, which is switched off in this browser. They are also in the mail about your purchase.',
  lostShow: 'Show my tickets',
  lostNothing: 'No tickets were bought with this e-mail. Try another one.',
  bright: 'At the gate, turn the brightness of your screen up.',
  used: (when: string) => `Used ${when}`,
  code: 'Code',
  showCode: 'Show the code',
  nthOf: (nth: string, of: string) => `${nth} of ${of}`,
  holder: 'For',
  pdf: 'PDF',
  calendar: 'Calendar',
  calendarOfGigs: 'Timetable for your calendar',
  wallets: { pkpass: 'Add to Apple Wallet', google: 'Add to Google Wallet' },
  walletsHint:
    'A pass shows the ticket as it is now. Once it is handed on, the pass admits no one.',
  festivalPage: 'Festival',
  qr: 'Ticket code to show at the gate',
  guest: 'You bought without an account: your tickets are on this device and in your mail.',
  undeliverable: (email: string) => `Our mails to ${email} come back.`,
  undeliverableGuest: 'Correct your e-mail below, and we send your tickets again.',
  undeliverableFan:
    'Check that your mailbox is there and not full. Your tickets are here all the same.',
  noMail: 'No mail, or a wrong e-mail?',
  sendAgain: 'Send the mail again',
  sentAgain: 'The mail is on its way.',
  sentEnough: 'It was sent often enough. Look among spam, or try again in an hour.',
  notMailed: 'This shop sends no mails: your tickets are here.',
  unfinished: 'You have an order that is not paid yet.',
  finish: 'Finish it',
  find: 'Find a festival',

  // Signing in.
  signInTitle: 'Sign in',
  signOut: 'Sign out',
  signInLead:
    'We mail you six digits: no password is needed. If you are new here, they make your account.',
  signInGuest: (email: string) =>
    `With a code sent to ${email}, what you bought there joins your account.`,
  signInNeedsScript: 'Signing in needs JavaScript, which is switched off in this browser.',
  mailCode: 'Mail me a code',
  signInAgain:
    'Sign in once more, so that no other person at this device adds a passkey of theirs.',
  byPasskey: 'Sign in with a passkey',
  notByPasskey: 'No passkey was used. You can try again, or sign in by e-mail.',
  unknownPasskey: 'This passkey is not known here. Sign in by e-mail.',
  byPassword: 'Use a password',
  sixDigits: 'Six digits',
  codeSent: (email: string) => `We have mailed six digits to ${email}. They work for ten minutes.`,
  newAccount: 'You are new here. What is your name?',
  firstName: 'First name',
  lastName: 'Last name',
  otherEmail: 'Another e-mail',
  password: 'Password',
  forgot: 'Forgotten your password?',
  resetSent: (email: string) =>
    `If there is an account with ${email}, a mail with a link is on its way.`,
  needsEmail: 'Enter your e-mail.',
  needsNames: 'Enter your first name.',
  badDigits: 'Enter the six digits of the mail.',
  wrongDigits: 'These digits are wrong, or too old. Try again, or ask for new ones.',
  wrongPassword: 'E-mail or password is wrong.',
  factorText: 'Enter the code that your authenticator app shows, or a recovery code.',
  factorCode: 'Code of the app',
  wrongFactor: 'The code is wrong or was used.',
  noFactor:
    'Your account has to have a second factor. Add it in the console first, then sign in here.',
  signInRefused: {
    too_many_mails:
      'Enough codes were mailed to this e-mail. Use the latest one, or try again in an hour.',
    too_many_failures: 'Too many attempts. Wait a minute.',
  },
  resetTitle: 'Choose a new password',
  newPassword: 'New password',
  passwordRule: 'At least 8 characters.',
  setPassword: 'Set the password',
  shortPassword: 'Use at least 8 characters.',
  weakPassword: 'Choose another password: this one is too short, too long, or easy to guess.',
  passwordSet: 'Your password is set, and you are signed out everywhere.',
  resetRefused: 'This link was used, is too old, or is not complete.',
  askAgain: 'Ask for another link',
  console: 'Console',
}
