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
    invoiceAttached: 'Ihre Rechnung ist als PDF angehängt.',
    invoiceFollows: 'Ihre Rechnung folgt mit einer eigenen E-Mail.',
    invoiceListed:
      'Ihre Rechnung finden Sie bei Ihrer Bestellung, auf der Seite Ihrer Tickets. Angehängt wird sie nur an E-Mails an eine bestätigte Adresse.',
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

  paymentAwaited: {
    subject: [
      'Bitte überweisen: {festivalNames}',
      'Bitte überweisen: {planNames}',
      'Bitte überweisen Sie den Betrag Ihrer Bestellung',
    ],
    preheader: 'Bitte {amount} überweisen, Eingang bis {until}.',
    held: 'Vielen Dank für Ihre Bestellung. Sie ist bis {until} für Sie reserviert. Bis dahin muss das Geld eingegangen sein.',
    tickets: 'Ihre Tickets kommen per E-Mail, sobald das Geld eingegangen ist.',
    holder: 'Kontoinhaber',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Betrag',
    reference: 'Verwendungszweck',
    payUntil: 'Eingang bis',
    exact:
      'Überweisen Sie genau diesen Betrag in einer Überweisung und geben Sie den Verwendungszweck an: Daran erkennen wir Ihre Bestellung.',
    seeOrder: 'Bestellung mit QR-Code für Ihre Bank ansehen',
    giveUp:
      'Wenn Sie es sich anders überlegen, brechen Sie die Bestellung auf dieser Seite ab oder überweisen Sie nichts: Dann endet sie von selbst.',
    reason: 'Sie erhalten diese E-Mail, weil mit dieser Adresse bestellt wurde.',
  },

  paymentReminder: {
    subject: [
      'Erinnerung: {festivalNames} ist noch nicht bezahlt',
      'Erinnerung: {planNames} ist noch nicht bezahlt',
      'Erinnerung: Ihre Bestellung ist noch nicht bezahlt',
    ],
    preheader: 'Bitte {amount} überweisen, Eingang bis {until}.',
    missing:
      'Ihre Überweisung ist noch nicht eingegangen. Ihre Bestellung ist bis {until} reserviert, danach kommt alles wieder in den Verkauf.',
    sent: 'Wenn Sie schon überwiesen haben, brauchen Sie nichts zu tun: Banken brauchen bis zu zwei Tage.',
    reason: 'Sie erhalten diese E-Mail, weil mit dieser Adresse bestellt wurde.',
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
    creditNoteAttached: 'Ihre Rechnungskorrektur ist als PDF angehängt.',
    creditNoteFollows: 'Ihre Rechnungskorrektur folgt mit einer eigenen E-Mail.',
    creditNoteListed:
      'Ihre Rechnungskorrektur finden Sie bei Ihrer Bestellung, auf der Seite Ihrer Tickets. Angehängt wird sie nur an E-Mails an eine bestätigte Adresse.',
    reason: 'Sie erhalten diese E-Mail, weil mit dieser E-Mail-Adresse gekauft wurde.',
  },

  document: {
    subject: ['Rechnung {invoice}', 'Rechnungskorrektur {creditNote}', 'Ihr Beleg'],
    preheader: 'Sie ist als PDF angehängt.',
    attached: [
      'Ihre Rechnung {invoice} ist angehängt.',
      'Ihre Rechnungskorrektur {creditNote} ist angehängt.',
    ],
    data: 'Das PDF enthält auch die Daten für Ihr Buchhaltungsprogramm.',
    reason: 'Sie erhalten diese E-Mail, weil mit dieser E-Mail-Adresse gekauft wurde.',
  },
}
