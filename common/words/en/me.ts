/** Texts of a fan's own pages. */

import { count, pluralsOf, sum } from '../numbers.ts'

const { plural } = pluralsOf('en')

const ticketsOf = (quantity: number): string =>
  plural(quantity, { one: 'one ticket', other: `${count(quantity)} tickets` })

export const me = {
  own: 'Your own things',
  account: 'My account',

  // Actions on a ticket.
  handOn: 'Hand on',
  handOnTitle: (name: string) => `Hand on: ${name}`,
  handOnText:
    'We tell the owner of this e-mail. Your ticket stays yours until they accept it, for seven days and at most until the festival begins. Then your code no longer admits; a refund would still come to you.',
  handOnEmail: 'E-mail of the new holder',
  handOnNeedsEmail: 'Enter the e-mail of the new holder.',
  handOnButton: 'Offer the ticket',
  notThisEmail: 'This is your own e-mail, or none at all.',
  offeredTo: (email: string | null, until: string) =>
    `Offered to ${email ?? 'another person'} until ${until}. Until they accept it, it is yours.`,
  takeBack: 'Take it back',

  giveBack: 'Pass to the next in line',
  giveBackTitle: (name: string) => `Pass to the next in line: ${name}`,
  giveBackText: (most: number) =>
    `Your ticket is offered to the first who waits for one. Until another has bought it, it stays yours and admits, and you may take it back. Then it ends, and you get back what you paid, or the price of today where that is lower: at most ${sum(most)}.`,
  giveBackLeft: (left: number) =>
    `There are still ${count(left)} of these tickets on sale, and no one waits for yours: it may never sell.`,
  giveBackButton: 'Offer it',
  returned: (euros: number) =>
    `Offered to the next in line. Once another has bought it, ${sum(euros)} comes back. Until then it is yours.`,
  keep: 'Keep it',

  cancel: 'Cancel for a refund',
  cancelTitle: (name: string) => `Cancel: ${name}`,
  cancelText: (euros: number, percent: number) =>
    `You get ${sum(euros)} back${percent < 100 ? `, ${percent} % of what you paid` : ''}. The ticket ends at once and admits no more. This cannot be undone.`,
  cancelPoints: (points: number, percent: number) =>
    `Of the ${count(points)} points that you spent on it, ${percent} % come back.`,
  cancelUntil: (until: string) => `You can do this until ${until}.`,
  cancelButton: (euros: number) => `Cancel the ticket, ${sum(euros)} back`,

  manage: 'Send to a friend, or give back',
  manageGuest: 'With an account you can also hand it on to a friend.',
  notNow: 'Back',
  gone: 'Something has changed. Reload the page.',

  // Tickets that are offered to the fan.
  forYou: 'Offered to you',
  offers: (sender: string, name: string) => `${sender} offers you: ${name}`,
  acceptUntil: (until: string) => `Accept it until ${until}.`,
  accept: 'Accept the ticket',
  decline: 'No, thank you',
  declineTitle: 'Decline this ticket?',
  declineText: (sender: string) => `It stays with ${sender}. This cannot be undone.`,
  declineButton: 'Decline it',
  offeredSignIn:
    'A ticket was offered to you. Sign in with the e-mail to which we have written: it waits here.',
  offeredProve: 'To see tickets that are offered to you, confirm your e-mail.',
  mailConfirmation: 'Mail me a link',
  confirmationSent: 'The mail is on its way. Open its link on this device.',

  // Waiting for sold-out items.
  waiting: 'Waiting list',
  held: (quantity: number, name: string) =>
    `${plural(quantity, { one: 'One ticket is', other: `${count(quantity)} tickets are` })} held for you: ${name}`,
  heldUntil: (until: string) => `Buy until ${until}. Afterwards the next in line is asked.`,
  buyHeld: 'Buy now',
  dropHeld: 'I do not want it',
  dropTitle: 'Give up what is held for you?',
  dropText: 'It is offered to the next in line. This cannot be undone.',
  dropButton: 'Give it up',
  inLine: (quantity: number, name: string) => `You wait for ${ticketsOf(quantity)}: ${name}`,
  position: (position: number) =>
    position === 1 ? 'You are first in line.' : `Your place in line: ${count(position)}.`,
  weMail: 'We mail you when it is your turn.',
  leave: 'Leave the list',
  join: 'Join the waiting list',
  joinTitle: (name: string) => `Wait for: ${name}`,
  joinText:
    'What becomes free is offered to the first in line, and held for a time. When it is your turn we mail you, and say until when. It costs nothing, and you may leave at any time.',
  quantity: 'How many tickets',
  joinButton: 'Join',
  badQuantity: (most: number) => `Enter a number from 1 to ${count(most)}.`,
  soldOutAccount: 'Sign in to join the waiting list',

  // Following and sharing.
  follow: (name: string) => `Follow ${name}`,
  following: (name: string) => `You follow ${name}`,
  share: 'Share',
  copied: 'The link is copied.',
  notCopied: 'The link could not be copied.',
  festivalsOf: (name: string) => `Festivals by ${name}.`,
  upcoming: 'Coming up',
  nothingAhead: 'Nothing is announced at the moment.',
  past: 'Past festivals',
  moreLater: (more: number) => `and ${count(more)} more later`,

  // The account.
  needsScript: 'Changing something here needs JavaScript, which is switched off in this browser.',
  guestTitle: 'You buy without an account',
  guestText:
    'With an account, what you bought is there on every device; you collect points and badges, follow artists, hand tickets on and wait for what is sold out. Six digits by mail make it: no password is needed.',
  makeAccount: 'Make an account',
  notices: 'News for you',
  noNotices: 'Nothing yet. Follow artists and organizers, and you hear of them here.',
  unread: (unread: number) => (unread === 0 ? 'All read' : `${count(unread)} not read`),
  isUnread: 'Not read',
  markRead: 'Mark as read',
  markAll: 'Mark all as read',
  isLive: 'New ones appear by themselves.',
  notLive: 'No connection: new ones appear once it is back.',
  see: 'See',
  follows: 'You follow',
  noFollows: 'You follow no artist or organizer yet: their pages have a button for it.',
  unfollow: (name: string) => `Unfollow ${name}`,
  unfollowShort: 'Unfollow',
  types: { artist: 'Artist', organizer: 'Organizer', genre: 'Genre' },
  rewards: 'Points and badges',
  points: (points: number) =>
    plural(points, { one: 'One point', other: `${count(points)} points` }),
  level: (level: number) => `Level ${count(level)}`,
  toNext: (more: number, level: number) => `${count(more)} more to level ${count(level)}`,
  topLevel: 'This is the highest level.',
  benefits: 'What you have',
  badges: 'Badges',
  unlocked: 'Unlocked',
  progress: (current: number, target: number) => `${count(current)} of ${count(target)}`,
  code: 'Code of a challenge',
  codeHint: 'Where you find a card with a code at a festival, enter it here or scan it.',
  claim: 'Collect points',
  needsCode: 'Enter the code.',
  claimed: (points: number) =>
    points === 0 ? 'The code counts.' : `${count(points)} points are yours.`,
  wrongCode: 'There is no challenge with this code.',
  challenges: {
    already_claimed: 'You have used this code already.',
    inactive: 'This challenge is over.',
    not_started: 'This challenge has not begun yet.',
    ended: 'This challenge is over.',
    used_up: 'This challenge is used up.',
    too_many_wrong_codes: 'Too many wrong codes. Wait ten minutes.',
    needs_account: 'Points need an account. Make one first.',
  },
  membership: 'Membership',
  memberUntil: (name: string, until: string) => `${name}, until ${until}.`,
  memberEnds: 'It ends by itself, and nothing is charged again.',
  noMembership: 'You have none.',
  orders: 'Orders',
  noOrders: 'You have not bought anything yet.',
  refundedOf: (euros: number) => `${sum(euros)} came back`,
  orderPdf: 'Tickets as PDF',
  details: 'Your details',
  firstName: 'First name',
  lastName: 'Last name',
  saveName: 'Save the name',
  nameSaved: 'Your name is saved.',
  needsNames: 'Enter your first name.',
  proven: (email: string) => `${email} is confirmed.`,
  notProven: (email: string) =>
    `${email} is not confirmed. Until it is, no tickets can be offered to you, and you cannot join waiting lists.`,
  confirmed: 'Your e-mail is confirmed.',
  notConfirmed: 'This link was used, is too old, or is for another account.',
  data: 'Your data',
  exportText: 'Everything that is stored about you, as a file.',
  exportButton: 'Download your data',
  exported: 'The file is saved.',
  exportName: 'my-festival-data.json',
  erase: 'Delete the account',
  eraseTitle: 'Delete your account?',
  eraseText: [
    'Your name, e-mail, follows, news, points, badges and membership are deleted, and you leave all waiting lists. What you bought stays in the books without your name; invoices and credit notes stay as they were issued, for ten years.',
    'You cannot open your tickets here any more, and nothing is refunded: download them first. This cannot be undone.',
  ],
  eraseField: 'Your e-mail, to confirm',
  eraseOther: 'This is not the e-mail of your account.',
  eraseButton: 'Delete it for good',
  lastAdmin: 'You are the last administrator: give that to another person first.',

  /** Confirmations of completed actions, by their name in the address. */
  done: {
    passkey: 'The passkey is added: you can sign in with it from now on.',
    'passkey-removed':
      'The passkey is removed. It may still be in the list of your device, but signs in here no more.',
    offered: 'Your ticket is offered. We have told them.',
    takenBack: 'The offer is taken back: the ticket stays yours.',
    accepted: 'The ticket is yours. Its earlier code no longer admits.',
    declined: 'You have declined the ticket.',
    returned: 'Your ticket is offered to the next in line.',
    kept: 'The ticket stays yours.',
    cancelled: 'The ticket has ended. Your money comes back to how you paid.',
    left: 'You do not wait any more.',
    ended: 'This has ended already. Here is how things stand.',
    erased: 'Your account is deleted.',
  },

  /** Refusals, by their codes. */
  refused: {
    transferred: 'You have handed this ticket on already.',
    transfer_open: 'It is offered to another person. Take that back first.',
    transfer_ended: 'This offer has ended.',
    too_many_transfers: 'You have offered many tickets today. Try again tomorrow.',
    not_transferable: 'Tickets of this kind cannot be handed on.',
    return_open: 'It is offered to the next in line. Take that back first.',
    begun: 'The festival has begun.',
    cancelled: 'The festival is cancelled: what you paid is refunded.',
    already_validated: 'This ticket was used already.',
    revoked: 'This ticket has ended.',
    refunded: 'This ticket was refunded.',
    already_refunded: 'This ticket was refunded already.',
    not_succeeded: 'This ticket is not paid.',
    disputed: 'Your bank asks about this payment: wait until that is decided.',
    not_returnable: 'Tickets of this kind cannot be given back.',
    was_free: 'It was free: there is nothing to give back.',
    not_on_sale: 'These tickets are not sold any more.',
    already_returned: 'It is offered to the next in line already.',
    being_bought: 'Another person is buying it right now. Try again in a few minutes.',
    not_cancelable: 'This ticket cannot be cancelled.',
    cancel_period_over: 'The time for cancelling is over.',
    offer_used: 'It is being bought, or was bought.',
    offer_ended: 'The time for this offer is over.',
    available: 'There are tickets again: you can buy them now.',
    limit: 'That is more than one person may have.',
    queue_first: 'What becomes free goes to the people in the waiting room first.',
    already_waiting: 'You wait for these tickets already.',
    email_not_proven: 'Confirm your e-mail first: My account says how.',
    needs_account: 'This needs an account. Sign in first.',
    too_many_mails: 'Enough mails were sent. Try again later.',
    too_many: 'There are too many of these. Try again later.',
    already_confirmed: 'Your e-mail is confirmed already. Reload the page.',
    unauthorized: 'You are signed out. Sign in, and try again.',
  },
}
