/**
 * Texts of mails. A name in braces is a parameter. A text whose parameter is absent is left out; of several alternatives,
 * the first that has all its parameters is used. A text that counts names the parameter in `count`, and has a form for
 * each plural category. The order of texts is that of `src/messaging/mail/templates/`.
 */
import { accountMails } from './mails-account.ts'
import { holderMails } from './mails-holders.ts'
import { purchaseMails } from './mails-purchases.ts'
import { transferMails } from './mails-transfers.ts'

export const mails = {
  greeting: 'Hello,',

  ...accountMails,
  ...purchaseMails,
  ...holderMails,
  ...transferMails,

  invitation: {
    subject: 'You are invited',
    preheader: {
      count: 'days',
      one: 'The invitation is good for {days} day.',
      other: 'The invitation is good for {days} days.',
    },
    manager: 'You are invited to manage an organizer of festivals.',
    accountant: 'You are invited to work as an accountant for an organizer of festivals.',
    sales: 'You are invited to see the sales and attendees of an organizer of festivals.',
    editor: 'You are invited to edit the texts and line-ups of an organizer of festivals.',
    gateStaff: 'You are invited to work at the gate of a festival.',
    admin: 'You are invited to be an administrator of the service.',
    permission: 'You are invited to hold the permission {permission}.',
    accept: 'Accept the invitation',
    inApp: 'To accept in the app you use, enter this token there:',
    api: {
      count: 'days',
      one: 'It works once, for {days} day. Apps send it as JSON (token) with POST to',
      other: 'It works once, for {days} days. Apps send it as JSON (token) with POST to',
    },
    reason: 'If you did not expect this, ignore this mail: nothing happens until you accept.',
  },

  webhookDisabled: {
    subject: 'A webhook is disabled',
    preheader: 'It gets no more events until it is enabled.',
    disabled: 'Your webhook at {host} is disabled and gets no more events.',
    gone: 'It has answered 410: it says that it is there no more.',
    failing: 'No request to it has succeeded for three days.',
    id: 'Its id is',
    meanwhile:
      'What happens meanwhile is kept for 30 days. When the receiver works again, enable the webhook, and replay what has failed and what was missed.',
    seeWebhook: 'See the webhook',
    reason: 'You get this mail because you made the webhook.',
  },

  message: {
    subject: ['{subject}', 'A message about a festival'],
    preheader: ['{organizer} writes to you about {festival}.', 'A message about a festival'],
    test: 'This is a test. It was sent to you alone.',
    from: [
      '{organizer} writes to you about {festival}:',
      'An organizer writes to you about a festival:',
    ],
    unsubscribe: 'Get no more messages of organizers',
    reason: 'You get this mail because you have a ticket or a place to sleep for it.',
  },

  /** Texts of several mails. */
  facts: {
    festival: 'Festival',
    when: 'When',
    span: '{start} to {end}',
    where: 'Where',
    seller: 'Seller',
    seeFestival: 'See the festival',
    seeTickets: 'See your tickets',
    unproven: 'Your tickets are also in your account, whose e-mail is not confirmed yet.',
    confirm: 'Confirm your e-mail',
    guest: 'Your tickets open on any device with six digits that we mail you.',
    ticket: 'Ticket',
    stay: 'Place to sleep',
    plan: 'Membership',
    since: 'From',
    until: 'Until',
    quantity: 'Quantity',
    attached:
      'Each ticket is attached, to print or to show on a telephone. It admits once, so keep it to yourself.',
    paid: 'Paid',
    purchase: 'Purchase',
    chooseMails: 'Choose what we mail you',
  },
} as const
