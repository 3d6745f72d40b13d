/** Texts of mails about a purchase and its refund, in German. */
import type { Texts } from '../catalogues.ts'
import type { purchaseMails as english } from '../en/mails-purchases.ts'

export const purchaseMails: Texts<typeof english, 'de'> = {
  purchase: {
    subject: [
      'Bestätigung: {festivalNames}',
      'Bestätigung: {planNames}',
      'Bestätigung Ihres Kaufs',
    ],
    preheader: '{paid} bezahlt. Was Sie gekauft haben, und wann und wo es stattfindet.',
    thanks: 'Vielen Dank. Dies ist die Bestätigung Ihres Kaufs.',
    price: 'Preis',
    vatIncluded: 'Enthaltene MwSt.',
    vatRate: '{vat} ({vatRate} %)',
    vat: 'MwSt.',
    total: 'Gesamtpreis',
    voucher: 'Gutschein',
    discount: '{discount} Rabatt',
    pointsUsed: 'Eingelöste Punkte',
    points: '{points} im Wert von {pointsWorth}',
    date: 'Datum',
    simulated: 'Zahlungen werden hier nur simuliert: Es ist kein Geld geflossen.',
    reason:
      'Sie erhalten diese E-Mail, weil mit dieser E-Mail-Adresse gekauft wurde. Sie ist eine Bestätigung und keine Rechnung.',
  },

  complimentary: {
    subject: ['Für Sie: {festivalNames}', 'Für Sie: Tickets für ein Festival'],
    preheader: 'Es kostet Sie nichts. Wann und wo es stattfindet.',
    given: 'Das schenkt Ihnen der Veranstalter. Es kostet Sie nichts.',
    reason:
      'Sie erhalten diese E-Mail, weil ein Festivalveranstalter diese Adresse eingegeben hat.',
  },

  refund: {
    subject: ['Erstattung: {festivalNames}', 'Erstattung: {planNames}', 'Erstattung Ihres Kaufs'],
    preheader: ['{amount} ist auf dem Weg zu Ihnen zurück.', 'Ihr Kauf ist zurückgegeben.'],
    onItsWay:
      '{amount} ist auf demselben Weg, auf dem bezahlt wurde, zu Ihnen unterwegs. Banken brauchen bis zu zehn Tage.',
    free: 'Ihr Kauf ist zurückgegeben. Es war nichts dafür abgebucht worden.',
    given: 'Erstattet',
    kept: 'Einbehalten für Punkte, die dazugehörten und eingelöst sind',
    total: 'Insgesamt erstattet',
    ended: 'Was Sie gekauft hatten, ist damit beendet. Ein Ticket dafür gilt nicht mehr.',
    partial: 'Es ist ein Teil dessen, was Sie bezahlt haben. Was Sie gekauft haben, bleibt Ihres.',
    reason: 'Sie erhalten diese E-Mail, weil mit dieser E-Mail-Adresse gekauft wurde.',
  },

  document: {
    subject: ['Rechnung {invoice}', 'Rechnungskorrektur {creditNote}'],
    preheader: 'Sie ist als PDF angehängt.',
    attached: [
      'Ihre Rechnung {invoice} ist angehängt.',
      'Ihre Rechnungskorrektur {creditNote} ist angehängt.',
    ],
    data: 'Das PDF enthält auch die Daten für Ihr Buchhaltungsprogramm.',
    reason: 'Sie erhalten diese E-Mail, weil mit dieser E-Mail-Adresse gekauft wurde.',
  },
}
