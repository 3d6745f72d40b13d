/** Words of mails in German: each text of the catalogue by its English words. */

import { messagesDe as messages } from './messages.ts'
import { secondFactorDe as secondFactor } from './second-factor.ts'
import { transfersDe as transfers } from './transfers.ts'
import type { MailWords } from './types.ts'

export const german: MailWords = {
  'Hello,': 'Guten Tag,',

  'Confirm your e-mail': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'An account was registered with this e-mail, or changed to it.':
    'Mit dieser E-Mail-Adresse wurde ein Konto registriert, oder ein Konto wurde auf sie geändert.',
  'If it was you, confirm your e-mail while you are signed in, within {hours} hours.':
    'Wenn Sie das waren, bestätigen Sie die Adresse innerhalb von {hours} Stunden, während Sie angemeldet sind.',
  'To confirm it in the app you use, enter this token there:':
    'Um sie in Ihrer App zu bestätigen, geben Sie dort diesen Code ein:',
  'Apps send it as JSON (token) with POST to': 'Apps senden ihn als JSON (token) mit POST an',
  'If it was not you, ignore this mail: the account gets no rights in your name, and you can take it over by resetting its password.':
    'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Das Konto erhält keine Rechte in Ihrem Namen, und Sie können es übernehmen, indem Sie das Passwort zurücksetzen.',

  'Your e-mail was changed': 'Ihre E-Mail-Adresse wurde geändert',
  'If it was you, there is nothing to do.': 'Wenn Sie das waren, müssen Sie nichts tun.',
  'The account with this e-mail has another e-mail now. If it was you, there is nothing to do.':
    'Das Konto mit dieser E-Mail-Adresse hat jetzt eine andere. Wenn Sie das waren, müssen Sie nichts tun.',
  'If it was not you, another person is signed in to it: write to the operator of the service at once.':
    'Wenn Sie das nicht waren, ist eine andere Person angemeldet: Schreiben Sie sofort an den Betreiber des Dienstes.',

  'The e-mail of a purchase was changed': 'Die E-Mail-Adresse eines Kaufs wurde geändert',
  'Its tickets no longer open with this e-mail.':
    'Mit dieser Adresse lassen sich die Tickets nicht mehr öffnen.',
  'A purchase was made with this e-mail. The seller has replaced it with another one, for example because it was mistyped.':
    'Mit dieser E-Mail-Adresse wurde etwas gekauft. Der Verkäufer hat sie durch eine andere ersetzt, zum Beispiel weil sie falsch eingegeben war.',
  'What was bought no longer opens with this e-mail, and mails about it go to the other one.':
    'Was gekauft wurde, lässt sich mit dieser Adresse nicht mehr öffnen, und E-Mails dazu gehen an die andere.',
  'If it was your purchase and you did not ask for the change, write to the seller at once. If you know nothing of a purchase, ignore this mail.':
    'Wenn das Ihr Kauf war und Sie die Änderung nicht gewünscht haben, schreiben Sie sofort dem Verkäufer. Wenn Sie von keinem Kauf wissen, ignorieren Sie diese E-Mail.',
  'A passkey was added to your account': 'Ihrem Konto wurde ein Passkey hinzugefügt',
  'A passkey was added to your account: it signs in without a password. If it was you, there is nothing to do.':
    'Ihrem Konto wurde ein Passkey hinzugefügt: Damit meldet man sich ohne Passwort an. Wenn Sie das waren, müssen Sie nichts tun.',
  'Look at your passkeys': 'Passkeys ansehen',
  'If it was not you, another person is signed in to your account: remove the passkey there, and write to the operator of the service at once.':
    'Wenn Sie das nicht waren, ist eine andere Person in Ihrem Konto angemeldet: Entfernen Sie dort den Passkey und schreiben Sie sofort an den Betreiber des Dienstes.',

  'Reset your password': 'Passwort zurücksetzen',
  'The link works once, for {minutes} minutes.': 'Der Link gilt einmal und {minutes} Minuten lang.',
  'A new password was requested for the account with this e-mail.':
    'Für das Konto mit dieser E-Mail-Adresse wurde ein neues Passwort angefordert.',
  'Choose a new password': 'Neues Passwort wählen',
  'To choose it in the app you use, enter this token there:':
    'Um es in Ihrer App zu wählen, geben Sie dort diesen Code ein:',
  'It works once, for {minutes} minutes. Apps send it as JSON (email, token, newPassword) with POST to':
    'Er gilt einmal und {minutes} Minuten lang. Apps senden ihn als JSON (email, token, newPassword) mit POST an',
  'If it was not you, ignore this mail: nothing has changed.':
    'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es hat sich nichts geändert.',

  'Your sign-in code: {code}': 'Ihr Anmeldecode: {code}',
  'It works once, for {minutes} minutes.': 'Er gilt einmal und {minutes} Minuten lang.',
  'To sign in, enter this code:': 'Geben Sie zum Anmelden diesen Code ein:',
  'If it was not you, ignore this mail, and tell the code to no other person.':
    'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail und geben Sie den Code nicht weiter.',

  'You are invited': 'Sie sind eingeladen',
  'The invitation is good for {days} days.': 'Die Einladung gilt {days} Tage.',
  'You are invited to manage an organizer of festivals.':
    'Sie sind eingeladen, einen Festivalveranstalter zu verwalten.',
  'You are invited to work at the gate of a festival.':
    'Sie sind eingeladen, am Einlass eines Festivals zu arbeiten.',
  'You are invited to be an administrator of the service.':
    'Sie sind eingeladen, diesen Dienst zu administrieren.',
  'You are invited to hold the permission {permission}.':
    'Sie sind eingeladen, die Berechtigung {permission} zu erhalten.',
  'Accept the invitation': 'Einladung annehmen',
  'To accept in the app you use, enter this token there:':
    'Um in Ihrer App anzunehmen, geben Sie dort diesen Code ein:',
  'It works once, for {days} days. Apps send it as JSON (token) with POST to':
    'Er gilt einmal und {days} Tage lang. Apps senden ihn als JSON (token) mit POST an',
  'If you did not expect this, ignore this mail: nothing happens until you accept.':
    'Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail: Bis Sie annehmen, geschieht nichts.',

  'A webhook is disabled': 'Ein Webhook ist deaktiviert',
  'It gets no more events until it is enabled.':
    'Er erhält keine Ereignisse mehr, bis er aktiviert wird.',
  'Your webhook at {host} is disabled and gets no more events.':
    'Ihr Webhook bei {host} ist deaktiviert und erhält keine Ereignisse mehr.',
  'It has answered 410: it says that it is there no more.':
    'Er hat mit 410 geantwortet: Es gibt ihn nicht mehr.',
  'No request to it has succeeded for three days.':
    'Seit drei Tagen war keine Anfrage an ihn erfolgreich.',
  'Its id is': 'Seine Kennung ist',
  'What happens meanwhile is kept for 30 days. When the receiver works again, enable the webhook, and replay what has failed and what was missed.':
    'Was inzwischen geschieht, wird 30 Tage aufbewahrt. Wenn der Empfänger wieder arbeitet, aktivieren Sie den Webhook und senden Sie erneut, was fehlgeschlagen ist oder verpasst wurde.',
  'See the webhook': 'Webhook ansehen',
  'You get this mail because you made the webhook.':
    'Sie erhalten diese E-Mail, weil Sie den Webhook angelegt haben.',

  'Confirmation: {festivalNames}': 'Bestätigung: {festivalNames}',
  'Confirmation: {planNames}': 'Bestätigung: {planNames}',
  'Confirmation of your purchase': 'Bestätigung Ihres Kaufs',
  '{paid} paid. What you bought, and when and where it is.':
    '{paid} bezahlt. Was Sie gekauft haben, und wann und wo es stattfindet.',
  'Thank you. This is the confirmation of your purchase.':
    'Vielen Dank. Dies ist die Bestätigung Ihres Kaufs.',
  Festival: 'Festival',
  When: 'Wann',
  '{start} to {end}': '{start} bis {end}',
  Where: 'Wo',
  Seller: 'Verkäufer',
  Ticket: 'Ticket',
  'Place to sleep': 'Übernachtung',
  Membership: 'Mitgliedschaft',
  From: 'Von',
  Until: 'Bis',
  Quantity: 'Anzahl',
  Price: 'Preis',
  'VAT included': 'Enthaltene MwSt.',
  '{vat} ({vatRate} %)': '{vat} ({vatRate} %)',
  VAT: 'MwSt.',
  'Total price': 'Gesamtpreis',
  Voucher: 'Gutschein',
  '{discount} off': '{discount} Rabatt',
  'Points used': 'Eingelöste Punkte',
  '{points}, worth {pointsWorth}': '{points} im Wert von {pointsWorth}',
  Paid: 'Bezahlt',
  Date: 'Datum',
  Purchase: 'Kaufnummer',
  'See the festival': 'Zum Festival',
  'Each ticket is attached, to print or to show on a telephone. It admits once, so keep it to yourself.':
    'Jedes Ticket ist angehängt, zum Ausdrucken oder zum Vorzeigen auf dem Telefon. Es gilt für einen Einlass: Geben Sie es nicht weiter.',
  'Your tickets are also in your account, whose e-mail is not confirmed yet.':
    'Ihre Tickets finden Sie auch in Ihrem Konto. Dessen E-Mail-Adresse ist noch nicht bestätigt.',
  'Payments are simulated here: no money was moved.':
    'Zahlungen werden hier nur simuliert: Es ist kein Geld geflossen.',
  'You get this mail because this was bought with this e-mail address. It is a confirmation, and no invoice.':
    'Sie erhalten diese E-Mail, weil mit dieser E-Mail-Adresse gekauft wurde. Sie ist eine Bestätigung und keine Rechnung.',

  'For you: {festivalNames}': 'Für Sie: {festivalNames}',
  'For you: tickets of a festival': 'Für Sie: Tickets für ein Festival',
  'It costs you nothing. When and where it is.':
    'Es kostet Sie nichts. Wann und wo es stattfindet.',
  'The organizer has given you this. It costs you nothing.':
    'Das schenkt Ihnen der Veranstalter. Es kostet Sie nichts.',
  'Your tickets open on any device with six digits that we mail you.':
    'Ihre Tickets lassen sich auf jedem Gerät öffnen, mit sechs Ziffern, die wir Ihnen schicken.',
  'You get this mail because an organizer of festivals entered this e-mail.':
    'Sie erhalten diese E-Mail, weil ein Festivalveranstalter diese Adresse eingegeben hat.',

  'Refund: {festivalNames}': 'Erstattung: {festivalNames}',
  'Refund: {planNames}': 'Erstattung: {planNames}',
  'Refund of your purchase': 'Erstattung Ihres Kaufs',
  '{amount} is on its way back to you.': '{amount} ist auf dem Weg zu Ihnen zurück.',
  'Your purchase is given back.': 'Ihr Kauf ist zurückgegeben.',
  '{amount} is on its way back to you, the way it was paid. Banks take up to ten days.':
    '{amount} ist auf demselben Weg, auf dem bezahlt wurde, zu Ihnen unterwegs. Banken brauchen bis zu zehn Tage.',
  'Your purchase is given back. Nothing was charged for it.':
    'Ihr Kauf ist zurückgegeben. Es war nichts dafür abgebucht worden.',
  'Given back': 'Erstattet',
  'Kept back for points that came with it and are spent':
    'Einbehalten für Punkte, die dazugehörten und eingelöst sind',
  'Given back in all': 'Insgesamt erstattet',
  'What you had bought has ended with it. A ticket for it no longer admits.':
    'Was Sie gekauft hatten, ist damit beendet. Ein Ticket dafür gilt nicht mehr.',
  'It is a part of what you paid. What you bought stays yours.':
    'Es ist ein Teil dessen, was Sie bezahlt haben. Was Sie gekauft haben, bleibt Ihres.',
  'You get this mail because this was bought with this e-mail address.':
    'Sie erhalten diese E-Mail, weil mit dieser E-Mail-Adresse gekauft wurde.',

  '{festival} is cancelled': '{festival} ist abgesagt',
  'A festival is cancelled': 'Ein Festival ist abgesagt',
  'Your ticket no longer admits. What happens to the money.':
    'Ihr Ticket gilt nicht mehr. Was mit dem Geld geschieht.',
  '{festival} is cancelled. It would have begun on {start}.':
    '{festival} ist abgesagt. Beginn wäre gewesen: {start}.',
  'A festival for which you have a ticket is cancelled.':
    'Ein Festival, für das Sie ein Ticket haben, ist abgesagt.',
  'Its organizer says: {reason}': 'Der Veranstalter schreibt: {reason}',
  'All that you paid for it is given back, the way it was paid. You need not ask for it: another mail says so for each purchase.':
    'Alles, was Sie dafür bezahlt haben, wird auf demselben Weg erstattet. Sie müssen nichts tun: Zu jedem Kauf erhalten Sie eine weitere E-Mail.',
  'What was paid for a ticket that was handed on to you goes back to the person who bought it.':
    'Was für ein Ticket bezahlt wurde, das Ihnen weitergegeben wurde, geht an die Person zurück, die es gekauft hat.',
  'Tickets for it no longer admit.': 'Tickets dafür gelten nicht mehr.',
  'You get this mail because you have a ticket or a place to sleep for it.':
    'Sie erhalten diese E-Mail, weil Sie dafür ein Ticket oder eine Übernachtung haben.',

  '{festival} has changed': 'Änderung: {festival}',
  'A festival has changed': 'Ein Festival hat sich geändert',
  'What is new about when or where it is.': 'Was sich an Zeit oder Ort geändert hat.',
  'It has changed when or where {festival} is.': 'Zeit oder Ort haben sich geändert: {festival}.',
  'It has changed when or where a festival is for which you have a ticket.':
    'Zeit oder Ort eines Festivals, für das Sie ein Ticket haben, haben sich geändert.',
  'New time': 'Neue Zeit',
  'Time before': 'Bisherige Zeit',
  '{startBefore} to {endBefore}': '{startBefore} bis {endBefore}',
  'New place': 'Neuer Ort',
  'Place before': 'Bisheriger Ort',
  'The new place is still to be announced.': 'Der neue Ort wird noch bekannt gegeben.',
  'The place on the map has moved.': 'Der Ort auf der Karte hat sich verschoben.',
  'What you have bought stays good.': 'Was Sie gekauft haben, gilt weiterhin.',
  'If you bought it before the festival was moved, you may give it back in full until {refundUntil}, as long as it is neither used nor handed on.':
    'Wenn Sie vor der Verlegung des Festivals gekauft haben, können Sie es bis {refundUntil} vollständig zurückgeben, solange es weder benutzt noch weitergegeben ist.',
  'Choose what we mail you': 'E-Mail-Einstellungen',

  '{festival} begins soon': '{festival} beginnt bald',
  'A festival begins soon': 'Ein Festival beginnt bald',
  'It begins on {start}.': 'Beginn: {start}.',
  '{festival} begins soon.': '{festival} beginnt bald.',
  'A festival for which you have a ticket begins soon.':
    'Ein Festival, für das Sie ein Ticket haben, beginnt bald.',
  'Open your ticket before you leave: kept on the telephone it is shown without a network too.':
    'Öffnen Sie Ihr Ticket, bevor Sie losfahren: Auf dem Telefon gespeichert, lässt es sich auch ohne Netz zeigen.',

  'What you wait for is free: {festival}': 'Sie sind an der Reihe: {festival}',
  'What you wait for is free': 'Sie sind an der Reihe',
  'It is held for you until {expires}.': 'Für Sie reserviert bis {expires}.',
  'Tickets that you wait for are free: {quantity} × {ticket}, {festival}.':
    'Tickets, auf die Sie warten, sind frei: {quantity} × {ticket}, {festival}.',
  'Tickets that you wait for are free: {quantity} of them.':
    'Tickets, auf die Sie warten, sind frei: {quantity} Stück.',
  'They are held for you until {expires}. Buy them before then, where you buy tickets: afterwards they are offered to the next in line.':
    'Sie sind bis {expires} für Sie reserviert. Kaufen Sie sie bis dahin: Danach werden sie den Nächsten auf der Warteliste angeboten.',
  'See what is held for you': 'Reservierung ansehen',
  'If you do not want them any more, leave the waiting list there.':
    'Wenn Sie sie nicht mehr möchten, verlassen Sie dort die Warteliste.',
  'You get this mail because you are on the waiting list.':
    'Sie erhalten diese E-Mail, weil Sie auf der Warteliste stehen.',
  ...messages,
  ...transfers,
  ...secondFactor,
}
