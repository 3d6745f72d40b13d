/** Texts of the shop, in German. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'
import { billing } from './billing.ts'
import { transfer } from './transfer.ts'

const { counted, plural } = pluralsOf('de')

const declines = {
  insufficient_funds: 'Abgelehnt: Die Karte ist nicht ausreichend gedeckt. Nutzen Sie eine andere.',
  expired_card: 'Abgelehnt: Diese Karte ist abgelaufen. Nutzen Sie eine andere.',
  incorrect_cvc: 'Abgelehnt: Die Prüfnummer ist falsch.',
  canceled: 'Die Zahlung wurde abgebrochen.',
}

export const shop: Catalogue['shop'] = {
  nights: (nights) => counted(nights, { one: 'Nacht', other: 'Nächte' }),
  accountOnly: 'Nur mit Konto: Sie melden sich beim Kauf an.',
  haveCode: 'Ich habe einen Code',
  checkCode: 'Code prüfen',
  codeGives: (code, offers) =>
    plural(offers, {
      one: `Mit ${code} ändert sich ein Angebot.`,
      other: `Mit ${code} ändern sich ${count(offers)} Angebote.`,
    }),
  codeGivesNothing: (code) => `${code} gilt hier zurzeit für nichts.`,
  withoutCode: 'Ohne Code fortfahren',
  instead: (before) => `statt ${before}`,
  needsScript: 'Zum Kauf von Tickets muss JavaScript im Browser eingeschaltet sein.',

  checkout: 'Kasse',
  holding: 'Ihre Tickets werden reserviert …',
  heldFor: 'Für Sie reserviert für',
  endsSoon: (minutes) =>
    minutes <= 1
      ? 'Ihre Tickets sind noch weniger als eine Minute reserviert.'
      : `Ihre Tickets sind noch ${count(minutes)} Minuten reserviert.`,
  timeIsUp: 'Die Zeit ist abgelaufen',
  timeIsUpWords:
    'Ihre Tickets waren zehn Minuten reserviert und sind jetzt wieder im Verkauf. Es wurde nichts abgebucht.',
  again: 'Erneut versuchen',
  back: 'Zurück zum Festival',
  total: 'Gesamtsumme',
  vatOf: (rate) => `inkl. ${count(rate)} % MwSt.`,
  vatOfSome: (names, vat) => `${names}: ${vat}`,
  feesIncluded: 'Inkl. aller Gebühren',
  discount: (code) => `Gutschein ${code}`,
  voucherAsk: 'Gutschein einlösen',
  voucher: 'Gutscheincode',
  apply: 'Einlösen',
  withoutVoucher: 'Entfernen',
  withoutVoucherLabel: (code) => `Gutschein ${code} entfernen`,
  membership: 'Mitgliedschaft',
  points: 'Punkte',
  pointsHave: (points, worth) =>
    `Sie haben ${counted(points, { one: 'Punkt', other: 'Punkte' })} im Wert von ${sum(worth)}.`,
  pointsUse: 'Wie viele möchten Sie einlösen?',
  pointsAll: 'So viele wie möglich',
  pointsUsed: (points) => counted(points, { one: 'Punkt', other: 'Punkte' }),
  pointsMost: (most) => `Geben Sie eine ganze Zahl ein, höchstens ${count(most)}.`,
  pointsGone: 'Sie haben inzwischen weniger Punkte. Laden Sie die Seite neu.',
  contact: 'Wohin gehen Ihre Tickets?',
  email: 'E-Mail',
  emailHint: 'Dorthin schicken wir Ihre Tickets. Sie brauchen kein Konto.',
  signedInAs: 'Angemeldet als',
  haveAccount: 'Sie haben ein Konto?',
  needsAccount:
    'Eine Mitgliedschaft gehört zu einem Konto: Melden Sie sich an, Ihr Warenkorb bleibt erhalten.',
  signIn: 'Anmelden',
  billing,
  payment: 'Zahlung',
  simulated:
    'Dies ist ein Testshop: Es wird nichts abgebucht, Sie brauchen keine Karte. Wählen Sie, was passiert.',
  pay: (euros) =>
    euros === 0 ? 'Kostenlos bestellen' : `Zahlungspflichtig bestellen · ${sum(euros)}`,
  transfer,
  outcomes: {
    paid: 'Zahlung gelingt',
    paidHint: 'Die Karte funktioniert',
    declined: 'Zahlung wird abgelehnt',
    declinedHint: 'Die Karte ist nicht gedeckt',
    asked: 'Die Bank fragt nach (3-D Secure)',
    askedHint: 'Und bestätigt nach einigen Sekunden',
    refused: 'Die Bank fragt nach und lehnt ab',
    refusedHint: '3-D Secure wird nicht bestanden',
  },
  paying: 'Zahlung läuft …',
  asking: 'Ihre Bank bittet um Bestätigung',
  askingWords: 'Bestätigen Sie die Zahlung bei Ihrer Bank. Danach geht es hier von selbst weiter.',
  askingSimulated: 'In diesem Testshop bestätigt die Bank nach einigen Sekunden von selbst.',
  charging: 'Ihre Zahlung wird geprüft',
  chargingWords:
    'Das dauert einen Moment. Sie können die Seite verlassen: Nach der Zahlung schicken wir Ihnen die Tickets per E-Mail.',
  other: 'Anders bezahlen',
  soldBy: 'Verkauft von',
  noWithdrawal: (names) =>
    ` Kein Widerrufsrecht besteht bei Leistungen für einen festen Termin oder Zeitraum: ${names}. Was zurückgegeben werden kann, steht in den AGB des Verkäufers.`,
  terms: 'AGB',
  privacy: 'Datenschutz',
  imprint: 'Impressum',
  accessibility: 'Barrierefreiheit',
  giveUp: 'Bestellung abbrechen',
  notSoldHere: 'Hier noch nicht im Verkauf',
  notSoldHereWords:
    'Der Veranstalter hat noch nicht angegeben, wer diese Tickets zu welchen Bedingungen verkauft.',
  cardAway:
    'Das Kartenformular kann nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
  cardWrong: 'Prüfen Sie die Angaben zu Ihrer Karte.',
  nothing: 'Noch nichts zu bezahlen',
  nothingWords: 'Wählen Sie Tickets auf der Seite eines Festivals.',
  gone: 'Diese Bestellung ist beendet',
  goneWords: 'Es wurde nichts abgebucht.',

  oneOfThem: 'Einer der Artikel',
  soldOut: (name, left) =>
    left > 0 ? `${name}: nur noch ${count(left)} verfügbar.` : `${name} wurde gerade ausverkauft.`,
  notOnSale: (name) => `${name} ist zurzeit nicht im Verkauf.`,
  limit: (name) => `${name}: Das ist mehr, als eine Person kaufen darf.`,
  changed: (name) => `Der Preis hat sich geändert: ${name}.`,
  offerEnded: 'Ihre Reservierung ist abgelaufen. Es wurde nichts abgebucht.',
  notYourTurn:
    'Diese Tickets werden der Reihe nach verkauft. Sie sind nicht an der Reihe oder haben schon gekauft.',
  toRoom: 'Zum Warteraum',
  offerUsed: 'Eine andere Ihrer Bestellungen nutzt diese Reservierung. Es wurde nichts abgebucht.',
  tooManyHeld:
    'Über Ihren Anschluss kaufen gerade viele ein. Versuchen Sie es in ein paar Minuten erneut.',
  tooManyUnpaid:
    'Von hier wurden zu viele Bestellungen begonnen und nicht bezahlt. Versuchen Sie es in einer Stunde erneut.',
  tooManyHolds:
    'Sie haben noch offene Bestellungen. Schließen Sie zuerst eine davon ab oder brechen Sie sie ab.',
  nothingCharged: 'Es wurde nichts abgebucht.',
  declined: (reason) =>
    new Map(Object.entries(declines)).get(reason ?? '') ??
    'Ihre Zahlung wurde abgelehnt. Versuchen Sie eine andere Zahlungsart.',
  stillHeld: 'Ihre Tickets sind weiterhin reserviert.',
  noEmail: 'Geben Sie Ihre E-Mail ein, damit wir Ihnen die Tickets schicken können.',
  badEmail: 'Das ist keine E-Mail-Adresse. Beispiel: name@example.org.',
  offline: 'Keine Verbindung. Es ist nichts verloren: Versuchen Sie es später noch einmal.',
  noAnswerYet:
    'Noch keine Antwort: Vielleicht fehlt das Netz. Es geht von selbst weiter, und Sie zahlen nur einmal.',
  wrong: 'Etwas ist schiefgegangen. Versuchen Sie es gleich noch einmal.',
  vouchers: {
    voucher_unknown: 'Diesen Gutschein gibt es nicht.',
    voucher_other_festival: 'Dieser Gutschein gilt für ein anderes Festival.',
    voucher_used_up: 'Dieser Gutschein ist aufgebraucht.',
    voucher_not_started: 'Dieser Gutschein gilt noch nicht.',
    voucher_ended: 'Dieser Gutschein gilt nicht mehr.',
    voucher_not_applicable: 'Dieser Gutschein gilt nicht für diese Tickets.',
    voucher_limit: 'Sie haben diesen Gutschein schon so oft genutzt, wie es erlaubt ist.',
    too_many_requests: 'Zu viele Versuche. Warten Sie eine Minute.',
    opens: 'Manches davon gibt es nur mit dem zugehörigen Gutschein.',
  },

  tickets: 'Meine Tickets',
  thanks: 'Vielen Dank! Hier sind Ihre Tickets.',
  mailed: (email) => `Wir schicken sie an ${email}.`,
  orderNumber: 'Bestellung',
  noTickets: 'Noch keine Tickets',
  noTicketsHere:
    'Was Sie auf diesem Gerät kaufen, erscheint hier. Wenn Sie ein Konto haben, melden Sie sich an.',
  noTicketsYours: 'Was Sie kaufen und was andere an Sie weitergeben, erscheint hier.',
  lost: 'Ticket verloren?',
  lostLead:
    'Geben Sie die E-Mail-Adresse ein, mit der es gekauft wurde. Wir schicken Ihnen einen Code, und Ihre Tickets erscheinen hier.',
  lostNeedsScript:
    'Dafür muss JavaScript im Browser eingeschaltet sein. Ihre Tickets sind auch in der E-Mail zu Ihrem Kauf.',
  lostShow: 'Meine Tickets zeigen',
  lostNothing:
    'Mit dieser E-Mail-Adresse wurden keine Tickets gekauft. Versuchen Sie es mit einer anderen.',
  bright: 'Stellen Sie am Einlass die Helligkeit Ihres Bildschirms hoch.',
  used: (when) => `Benutzt am ${when}`,
  code: 'Code',
  showCode: 'Code anzeigen',
  nthOf: (nth, of) => `${nth} von ${of}`,
  holder: 'Für',
  pdf: 'PDF',
  calendar: 'Kalender',
  calendarOfGigs: 'Zeitplan für den Kalender',
  wallets: { pkpass: 'Zu Apple Wallet hinzufügen', google: 'Zu Google Wallet hinzufügen' },
  walletsHint:
    'Die Wallet zeigt das Ticket, wie es jetzt ist. Sobald es weitergegeben ist, gilt es dort nicht mehr.',
  festivalPage: 'Festival',
  qr: 'Ticketcode für den Einlass',
  guest: 'Sie haben ohne Konto gekauft: Ihre Tickets sind auf diesem Gerät und in Ihrer E-Mail.',
  undeliverable: (email) => `Unsere E-Mails an ${email} kommen zurück.`,
  undeliverableGuest:
    'Berichtigen Sie unten Ihre E-Mail-Adresse, dann schicken wir Ihre Tickets noch einmal.',
  undeliverableFan:
    'Prüfen Sie, ob es Ihr Postfach noch gibt und ob es voll ist. Ihre Tickets sind auf jeden Fall hier.',
  noMail: 'Keine E-Mail erhalten oder falsche Adresse?',
  sendAgain: 'E-Mail erneut senden',
  sentAgain: 'Die E-Mail ist unterwegs.',
  sentEnough:
    'Sie wurde oft genug gesendet. Sehen Sie im Spam-Ordner nach oder versuchen Sie es in einer Stunde erneut.',
  notMailed: 'Dieser Shop verschickt keine E-Mails: Ihre Tickets sind hier.',
  unfinished: 'Sie haben eine Bestellung, die noch nicht bezahlt ist.',
  finish: 'Abschließen',
  find: 'Festival finden',

  signInTitle: 'Anmelden',
  signOut: 'Abmelden',
  signInLead:
    'Wir schicken Ihnen sechs Ziffern: Sie brauchen kein Passwort. Wenn Sie neu sind, entsteht damit Ihr Konto.',
  signInGuest: (email) => `Mit einem Code an ${email} kommt Ihr Einkauf von dort in Ihr Konto.`,
  signInNeedsScript: 'Zum Anmelden muss JavaScript im Browser eingeschaltet sein.',
  mailCode: 'Code per E-Mail senden',
  signInAgain:
    'Melden Sie sich noch einmal an, damit keine andere Person an diesem Gerät ihren eigenen Passkey hinzufügt.',
  byPasskey: 'Mit Passkey anmelden',
  notByPasskey:
    'Es wurde kein Passkey verwendet. Versuchen Sie es erneut oder melden Sie sich per E-Mail an.',
  unknownPasskey: 'Dieser Passkey ist hier nicht bekannt. Melden Sie sich per E-Mail an.',
  byPassword: 'Passwort verwenden',
  sixDigits: 'Sechs Ziffern',
  codeSent: (email) => `Wir haben sechs Ziffern an ${email} geschickt. Sie gelten zehn Minuten.`,
  newAccount: 'Sie sind neu hier. Wie heißen Sie?',
  firstName: 'Vorname',
  lastName: 'Nachname',
  otherEmail: 'Andere E-Mail',
  password: 'Passwort',
  forgot: 'Passwort vergessen?',
  resetSent: (email) =>
    `Wenn es ein Konto mit ${email} gibt, ist eine E-Mail mit einem Link unterwegs.`,
  needsEmail: 'Geben Sie Ihre E-Mail ein.',
  needsNames: 'Geben Sie Ihren Vornamen ein.',
  badDigits: 'Geben Sie die sechs Ziffern aus der E-Mail ein.',
  wrongDigits:
    'Diese Ziffern sind falsch oder zu alt. Versuchen Sie es erneut oder fordern Sie neue an.',
  wrongPassword: 'E-Mail oder Passwort ist falsch.',
  factorText:
    'Geben Sie den Code ein, den Ihre Authenticator-App zeigt, oder einen Wiederherstellungscode.',
  factorCode: 'Code der App',
  wrongFactor: 'Der Code ist falsch oder wurde schon benutzt.',
  noFactor:
    'Ihr Konto braucht einen zweiten Faktor. Fügen Sie ihn zuerst in der Konsole hinzu, und melden Sie sich dann hier an.',
  signInRefused: {
    too_many_mails:
      'An diese E-Mail wurden genug Codes geschickt. Nutzen Sie den neuesten oder versuchen Sie es in einer Stunde erneut.',
    too_many_failures: 'Zu viele Versuche. Warten Sie eine Minute.',
  },
  resetTitle: 'Neues Passwort wählen',
  newPassword: 'Neues Passwort',
  passwordRule: 'Mindestens 8 Zeichen.',
  setPassword: 'Passwort speichern',
  shortPassword: 'Verwenden Sie mindestens 8 Zeichen.',
  weakPassword:
    'Wählen Sie ein anderes Passwort: Dieses ist zu kurz, zu lang oder leicht zu erraten.',
  passwordSet: 'Ihr Passwort ist gespeichert, und Sie sind überall abgemeldet.',
  resetRefused: 'Dieser Link wurde schon benutzt, ist zu alt oder unvollständig.',
  askAgain: 'Neuen Link anfordern',
  console: 'Konsole',
}
