/** Texts of mails, in German. */
import type { Mails } from '../catalogues.ts'
import { accountMails } from './mails-account.ts'
import { holderMails } from './mails-holders.ts'
import { purchaseMails } from './mails-purchases.ts'
import { transferMails } from './mails-transfers.ts'

export const mails: Mails<'de'> = {
  greeting: 'Guten Tag,',

  ...accountMails,
  ...purchaseMails,
  ...holderMails,
  ...transferMails,

  invitation: {
    subject: 'Sie sind eingeladen',
    preheader: {
      count: 'days',
      one: 'Die Einladung gilt {days} Tag.',
      other: 'Die Einladung gilt {days} Tage.',
    },
    manager: 'Sie sind eingeladen, einen Festivalveranstalter zu verwalten.',
    accountant: 'Sie sind eingeladen, die Buchhaltung eines Festivalveranstalters zu führen.',
    sales: 'Sie sind eingeladen, Verkäufe und Gäste eines Festivalveranstalters einzusehen.',
    editor: 'Sie sind eingeladen, Texte und Line-ups eines Festivalveranstalters zu bearbeiten.',
    gateStaff: 'Sie sind eingeladen, am Einlass eines Festivals zu arbeiten.',
    admin: 'Sie sind eingeladen, diesen Dienst zu administrieren.',
    permission: 'Sie sind eingeladen, die Berechtigung {permission} zu erhalten.',
    accept: 'Einladung annehmen',
    inApp: 'Um in Ihrer App anzunehmen, geben Sie dort diesen Code ein:',
    api: {
      count: 'days',
      one: 'Er gilt einmal und {days} Tag lang. Apps senden ihn als JSON (token) mit POST an',
      other: 'Er gilt einmal und {days} Tage lang. Apps senden ihn als JSON (token) mit POST an',
    },
    reason:
      'Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail: Bis Sie annehmen, geschieht nichts.',
  },

  webhookDisabled: {
    subject: 'Ein Webhook ist deaktiviert',
    preheader: 'Er erhält keine Ereignisse mehr, bis er aktiviert wird.',
    disabled: 'Ihr Webhook bei {host} ist deaktiviert und erhält keine Ereignisse mehr.',
    gone: 'Er hat mit 410 geantwortet: Es gibt ihn nicht mehr.',
    failing: 'Seit drei Tagen war keine Anfrage an ihn erfolgreich.',
    id: 'Seine Kennung ist',
    meanwhile:
      'Was inzwischen geschieht, wird 30 Tage aufbewahrt. Wenn der Empfänger wieder arbeitet, aktivieren Sie den Webhook und senden Sie erneut, was fehlgeschlagen ist oder verpasst wurde.',
    seeWebhook: 'Webhook ansehen',
    reason: 'Sie erhalten diese E-Mail, weil Sie den Webhook angelegt haben.',
  },

  message: {
    subject: ['{subject}', 'Eine Nachricht zu einem Festival'],
    preheader: ['{organizer} schreibt Ihnen über {festival}.', 'Eine Nachricht zu einem Festival'],
    test: 'Dies ist ein Test. Er ging nur an Sie.',
    from: [
      '{organizer} schreibt Ihnen über {festival}:',
      'Ein Veranstalter schreibt Ihnen über ein Festival:',
    ],
    unsubscribe: 'Keine Nachrichten von Veranstaltern mehr',
    reason: 'Sie erhalten diese E-Mail, weil Sie dafür ein Ticket oder eine Übernachtung haben.',
  },

  /** Texts of several mails. */
  facts: {
    festival: 'Festival',
    when: 'Wann',
    span: '{start} bis {end}',
    where: 'Wo',
    seller: 'Verkäufer',
    seeFestival: 'Zum Festival',
    seeTickets: 'Ihre Tickets ansehen',
    unproven:
      'Ihre Tickets finden Sie auch in Ihrem Konto. Dessen E-Mail-Adresse ist noch nicht bestätigt.',
    confirm: 'Bestätigen Sie Ihre E-Mail-Adresse',
    guest:
      'Ihre Tickets lassen sich auf jedem Gerät öffnen, mit sechs Ziffern, die wir Ihnen schicken.',
    ticket: 'Ticket',
    stay: 'Übernachtung',
    plan: 'Mitgliedschaft',
    since: 'Von',
    until: 'Bis',
    quantity: 'Anzahl',
    attached:
      'Jedes Ticket ist angehängt, zum Ausdrucken oder zum Vorzeigen auf dem Telefon. Es gilt für einen Einlass: Geben Sie es nicht weiter.',
    paid: 'Bezahlt',
    purchase: 'Kaufnummer',
    chooseMails: 'E-Mail-Einstellungen',
  },
}
