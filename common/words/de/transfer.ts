/** The words of paying by bank transfer. */
import type { Catalogue } from '../catalogues.ts'
import { count, sum } from '../numbers.ts'

export const transfer: Catalogue['shop']['transfer'] = {
  choose: 'Wie möchten Sie bezahlen?',
  card: 'Karte',
  name: 'Überweisung',
  hint: (days) =>
    `Sie erhalten Konto und Verwendungszweck und überweisen innerhalb von ${count(days)} Tagen. Ihre Tickets kommen, sobald das Geld eingegangen ist.`,
  order: (euros) => `Bestellen und ${sum(euros)} überweisen`,
  signIn: 'Wenn Sie sich mit Ihrer E-Mail anmelden, können Sie auch per Überweisung bezahlen.',
  title: 'Per Überweisung bezahlen',
  lead: 'Überweisen Sie genau diesen Betrag in einer Überweisung mit diesem Verwendungszweck. Ihre Tickets kommen per E-Mail und erscheinen hier, sobald das Geld eingegangen ist.',
  holder: 'Kontoinhaber',
  amount: 'Betrag',
  reference: 'Verwendungszweck',
  until: 'Eingang bis',
  copy: 'Kopieren',
  copyIban: 'IBAN kopieren',
  copyReference: 'Verwendungszweck kopieren',
  copied: 'Kopiert.',
  notCopied: 'Das ließ sich nicht kopieren. Markieren Sie bitte den Text.',
  qr: 'QR-Code für Ihre Banking-App',
  qrHint: 'Scannen Sie den Code mit Ihrer Banking-App: Er füllt alles aus.',
  change:
    'Wenn Sie es sich anders überlegen, brechen Sie die Bestellung ab. Wenn Sie nichts überweisen, endet sie von selbst.',
  ask: 'Diese Bestellung abbrechen?',
  askText:
    'Was für Sie reserviert ist, kommt wieder in den Verkauf. Wenn Sie schon überwiesen haben, brechen Sie nicht ab: Es dauert bis zu zwei Tage, bis das Geld eingeht.',
  refused: {
    not_set_up:
      'Diese Bestellung kann nicht per Überweisung bezahlt werden. Bezahlen Sie mit Karte.',
    email_not_confirmed:
      'Bestätigen Sie zuerst Ihre E-Mail, dann können Sie per Überweisung bezahlen.',
    sales_end_soon:
      'Der Verkauf endet bald, eine Überweisung käme zu spät. Bezahlen Sie mit Karte.',
    other_order_open:
      'Eine andere Bestellung von Ihnen wartet auf ihre Überweisung. Bezahlen Sie diese zuerst oder brechen Sie sie ab.',
    too_many_here:
      'Viele Bestellungen an Ihrem Anschluss warten auf Überweisungen. Bezahlen Sie mit Karte.',
    too_many_waiting: 'Vieles davon wartet schon auf Überweisungen. Bezahlen Sie mit Karte.',
  },
}
