/** Texts of mails about tickets that move to another person, in German. */
import type { Texts } from '../catalogues.ts'
import type { transferMails as english } from '../en/mails-transfers.ts'

export const transferMails: Texts<typeof english, 'de'> = {
  transferOffered: {
    subject: [
      '{sender} schickt Ihnen ein Ticket für {festival}',
      'Ein Ticket für Sie: {festival}',
      'Ein Ticket für Sie',
    ],
    preheader: 'Bis Sie es annehmen, gehört es der Person, die es anbietet.',
    offered: [
      '{sender} schickt Ihnen ein Ticket für {festival}, {days}.',
      'Ihnen wird ein Ticket angeboten: {festival}, {days}.',
      'Ihnen wird ein Ticket für ein Festival angeboten.',
    ],
    howToAccept:
      'Um es anzunehmen, melden Sie sich mit dieser E-Mail-Adresse dort an, wo Sie Tickets kaufen. Wenn Sie noch kein Konto haben, entsteht es mit sechs Ziffern, die wir Ihnen schicken.',
    seeTicket: 'Ticket ansehen',
    ends: 'Das Angebot endet am {expires} oder wenn es zurückgenommen wird. Bis Sie es annehmen, gehört das Ticket der Person, die es anbietet.',
    reason:
      'Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail: Bis Sie annehmen, geschieht nichts.',
  },

  transferOfferedByStaff: {
    subject: ['Ihr Ticket wird angeboten: {festival}', 'Ihr Ticket wird angeboten'],
    preheader: 'Es gehört Ihnen, bis es angenommen wird.',
    offered: [
      'Der Veranstalter hat Ihr Ticket einer anderen Person angeboten: {festival}.',
      'Der Veranstalter eines Festivals hat Ihr Ticket einer anderen Person angeboten.',
    ],
    staysYours:
      'Es gehört Ihnen, bis sie es annimmt. Wenn Sie das nicht gewünscht haben, nehmen Sie das Angebot bei Ihren Tickets zurück, oder schreiben Sie dem Veranstalter.',
    reason: 'Sie erhalten diese E-Mail, weil es Ihr Ticket ist.',
  },

  transferAccepted: {
    subject: ['Ihr Ticket ist weitergegeben: {festival}', 'Ihr Ticket ist weitergegeben'],
    preheader: 'Ihr Code gilt nicht mehr.',
    accepted: ['Ihr Ticket wurde angenommen: {festival}.', 'Ihr Ticket wurde angenommen.'],
    newHolder:
      'Es gehört jetzt einer anderen Person, und Ihr Code gilt nicht mehr. Eine Erstattung ginge weiterhin an Sie.',
    reason: 'Sie erhalten diese E-Mail, weil Ihr Ticket angeboten wurde.',
  },

  transferDeclined: {
    subject: ['Ihr Ticket wurde nicht angenommen: {festival}', 'Ihr Ticket wurde nicht angenommen'],
    preheader: 'Es gehört weiterhin Ihnen.',
    declined: ['Ihr Ticket wurde abgelehnt: {festival}.', 'Ihr Ticket wurde abgelehnt.'],
    stillYours: 'Es gehört weiterhin Ihnen, und Sie können es erneut anbieten.',
    reason: 'Sie erhalten diese E-Mail, weil Ihr Ticket angeboten wurde.',
  },
}
