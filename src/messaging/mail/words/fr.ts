/** Words of mails in French: each text of the catalogue by its English words. */

import { messagesFr as messages } from './messages.ts'
import { secondFactorFr as secondFactor } from './second-factor.ts'
import { transfersFr as transfers } from './transfers.ts'
import type { MailWords } from './types.ts'

export const french: MailWords = {
  'Hello,': 'Bonjour,',
  'Confirm your e-mail': 'Confirmez votre adresse e-mail',
  'An account was registered with this e-mail, or changed to it.':
    'Un compte a été créé avec cette adresse e-mail, ou l’utilise désormais.',
  'If it was you, confirm your e-mail while you are signed in, within {hours} hours.':
    'Si c’est vous, confirmez votre adresse dans les {hours} heures, en étant connecté.',
  'To confirm it in the app you use, enter this token there:':
    'Pour la confirmer dans votre application, saisissez-y ce code :',
  'Apps send it as JSON (token) with POST to':
    'Les applications l’envoient en JSON (token) par POST à',
  'If it was not you, ignore this mail: the account gets no rights in your name, and you can take it over by resetting its password.':
    'Si ce n’est pas vous, ignorez cet e-mail : le compte n’obtient aucun droit en votre nom, et vous pouvez le récupérer en réinitialisant son mot de passe.',
  'Your e-mail was changed': 'Votre adresse e-mail a été modifiée',
  'If it was you, there is nothing to do.': 'Si c’est vous, vous n’avez rien à faire.',
  'The account with this e-mail has another e-mail now. If it was you, there is nothing to do.':
    'Le compte lié à cette adresse en utilise désormais une autre. Si c’est vous, vous n’avez rien à faire.',
  'If it was not you, another person is signed in to it: write to the operator of the service at once.':
    'Si ce n’est pas vous, une autre personne y est connectée : écrivez sans attendre à l’exploitant du service.',
  'The e-mail of a purchase was changed': 'L’adresse e-mail d’un achat a été modifiée',
  'Its tickets no longer open with this e-mail.':
    'Ses billets ne s’ouvrent plus avec cette adresse.',
  'A purchase was made with this e-mail. The seller has replaced it with another one, for example because it was mistyped.':
    'Un achat a été fait avec cette adresse e-mail. Le vendeur l’a remplacée par une autre, par exemple parce qu’elle était mal saisie.',
  'What was bought no longer opens with this e-mail, and mails about it go to the other one.':
    'Ce qui a été acheté ne s’ouvre plus avec cette adresse, et les e-mails à ce sujet sont envoyés à l’autre.',
  'If it was your purchase and you did not ask for the change, write to the seller at once. If you know nothing of a purchase, ignore this mail.':
    'Si cet achat est le vôtre et que vous n’avez pas demandé ce changement, écrivez immédiatement au vendeur. Si vous n’avez rien acheté, ignorez cet e-mail.',
  'A passkey was added to your account': 'Une clé d’accès a été ajoutée à votre compte',
  'A passkey was added to your account: it signs in without a password. If it was you, there is nothing to do.':
    'Une clé d’accès a été ajoutée à votre compte : elle permet de se connecter sans mot de passe. Si c’est vous, vous n’avez rien à faire.',
  'Look at your passkeys': 'Voir vos clés d’accès',
  'If it was not you, another person is signed in to your account: remove the passkey there, and write to the operator of the service at once.':
    'Si ce n’est pas vous, une autre personne est connectée à votre compte : supprimez-y la clé d’accès et écrivez sans attendre à l’exploitant du service.',
  'Reset your password': 'Réinitialisez votre mot de passe',
  'The link works once, for {minutes} minutes.':
    'Le lien est valable une fois, pendant {minutes} minutes.',
  'A new password was requested for the account with this e-mail.':
    'Un nouveau mot de passe a été demandé pour le compte lié à cette adresse.',
  'Choose a new password': 'Choisir un nouveau mot de passe',
  'To choose it in the app you use, enter this token there:':
    'Pour le choisir dans votre application, saisissez-y ce code :',
  'It works once, for {minutes} minutes. Apps send it as JSON (email, token, newPassword) with POST to':
    'Il est valable une fois, pendant {minutes} minutes. Les applications l’envoient en JSON (email, token, newPassword) par POST à',
  'If it was not you, ignore this mail: nothing has changed.':
    'Si ce n’est pas vous, ignorez cet e-mail : rien n’a changé.',
  'Your sign-in code: {code}': 'Votre code de connexion : {code}',
  'It works once, for {minutes} minutes.': 'Il est valable une fois, pendant {minutes} minutes.',
  'To sign in, enter this code:': 'Pour vous connecter, saisissez ce code :',
  'If it was not you, ignore this mail, and tell the code to no other person.':
    'Si ce n’est pas vous, ignorez cet e-mail et ne communiquez ce code à personne.',
  'You are invited': 'Vous êtes invité',
  'The invitation is good for {days} days.': 'L’invitation est valable {days} jours.',
  'You are invited to manage an organizer of festivals.':
    'Vous êtes invité à gérer un organisateur de festivals.',
  'You are invited to work at the gate of a festival.':
    'Vous êtes invité à travailler à l’entrée d’un festival.',
  'You are invited to be an administrator of the service.':
    'Vous êtes invité à administrer le service.',
  'You are invited to hold the permission {permission}.':
    'Vous êtes invité à recevoir l’autorisation {permission}.',
  'Accept the invitation': 'Accepter l’invitation',
  'To accept in the app you use, enter this token there:':
    'Pour l’accepter dans votre application, saisissez-y ce code :',
  'It works once, for {days} days. Apps send it as JSON (token) with POST to':
    'Il est valable une fois, pendant {days} jours. Les applications l’envoient en JSON (token) par POST à',
  'If you did not expect this, ignore this mail: nothing happens until you accept.':
    'Si vous ne vous y attendiez pas, ignorez cet e-mail : rien ne se passe tant que vous n’acceptez pas.',
  'A webhook is disabled': 'Un webhook est désactivé',
  'It gets no more events until it is enabled.':
    'Il ne reçoit plus d’événements jusqu’à sa réactivation.',
  'Your webhook at {host} is disabled and gets no more events.':
    'Votre webhook chez {host} est désactivé et ne reçoit plus d’événements.',
  'It has answered 410: it says that it is there no more.': 'Il a répondu 410 : il n’existe plus.',
  'No request to it has succeeded for three days.': 'Aucune requête n’a abouti depuis trois jours.',
  'Its id is': 'Son identifiant est',
  'What happens meanwhile is kept for 30 days. When the receiver works again, enable the webhook, and replay what has failed and what was missed.':
    'Ce qui se produit entre-temps est conservé 30 jours. Quand le destinataire fonctionne à nouveau, réactivez le webhook et rejouez ce qui a échoué ou manqué.',
  'See the webhook': 'Voir le webhook',
  'You get this mail because you made the webhook.':
    'Vous recevez cet e-mail parce que vous avez créé le webhook.',
  'Confirmation: {festivalNames}': 'Confirmation : {festivalNames}',
  'Confirmation: {planNames}': 'Confirmation : {planNames}',
  'Confirmation of your purchase': 'Confirmation de votre achat',
  '{paid} paid. What you bought, and when and where it is.':
    '{paid} payés. Ce que vous avez acheté, où et quand.',
  'Thank you. This is the confirmation of your purchase.':
    'Merci. Voici la confirmation de votre achat.',
  Festival: 'Festival',
  When: 'Quand',
  '{start} to {end}': 'Du {start} au {end}',
  Where: 'Où',
  Seller: 'Vendeur',
  Ticket: 'Billet',
  'Place to sleep': 'Hébergement',
  Membership: 'Abonnement',
  From: 'Du',
  Until: 'Au',
  Quantity: 'Quantité',
  Price: 'Prix',
  'VAT included': 'TVA incluse',
  '{vat} ({vatRate} %)': '{vat} ({vatRate} %)',
  VAT: 'TVA',
  'Total price': 'Prix total',
  Voucher: 'Code promo',
  '{discount} off': '{discount} de réduction',
  'Points used': 'Points utilisés',
  '{points}, worth {pointsWorth}': '{points}, d’une valeur de {pointsWorth}',
  Paid: 'Payé',
  Date: 'Date',
  Purchase: 'Numéro d’achat',
  'See the festival': 'Voir le festival',
  'Each ticket is attached, to print or to show on a telephone. It admits once, so keep it to yourself.':
    'Chaque billet est joint, à imprimer ou à présenter sur un téléphone. Il donne accès une seule fois : gardez-le pour vous.',
  'Your tickets are also in your account, whose e-mail is not confirmed yet.':
    'Vos billets se trouvent aussi dans votre compte, dont l’adresse e-mail n’est pas encore confirmée.',
  'Payments are simulated here: no money was moved.':
    'Les paiements sont simulés ici : aucun argent n’a été versé.',
  'You get this mail because this was bought with this e-mail address. It is a confirmation, and no invoice.':
    'Vous recevez cet e-mail parce que cet achat a été fait avec cette adresse e-mail. C’est une confirmation et non une facture.',
  'For you: {festivalNames}': 'Pour vous : {festivalNames}',
  'For you: tickets of a festival': 'Pour vous : des billets pour un festival',
  'It costs you nothing. When and where it is.': 'Cela ne vous coûte rien. Où et quand.',
  'The organizer has given you this. It costs you nothing.':
    'L’organisateur vous l’offre. Cela ne vous coûte rien.',
  'Your tickets open on any device with six digits that we mail you.':
    'Vos billets s’ouvrent sur n’importe quel appareil avec six chiffres que nous vous envoyons par e-mail.',
  'You get this mail because an organizer of festivals entered this e-mail.':
    'Vous recevez cet e-mail parce qu’un organisateur de festivals a saisi cette adresse.',
  'Refund: {festivalNames}': 'Remboursement : {festivalNames}',
  'Refund: {planNames}': 'Remboursement : {planNames}',
  'Refund of your purchase': 'Remboursement de votre achat',
  '{amount} is on its way back to you.': '{amount} vont vous être remboursés.',
  'Your purchase is given back.': 'Votre achat est rendu.',
  '{amount} is on its way back to you, the way it was paid. Banks take up to ten days.':
    '{amount} vont vous être remboursés par le moyen de paiement utilisé. Les banques mettent jusqu’à dix jours.',
  'Your purchase is given back. Nothing was charged for it.':
    'Votre achat est rendu. Rien n’avait été débité.',
  'Given back': 'Remboursé',
  'Kept back for points that came with it and are spent':
    'Retenu pour des points reçus avec cet achat et déjà utilisés',
  'Given back in all': 'Total remboursé',
  'What you had bought has ended with it. A ticket for it no longer admits.':
    'Ce que vous aviez acheté prend fin. Le billet ne donne plus accès.',
  'It is a part of what you paid. What you bought stays yours.':
    'C’est une partie de ce que vous avez payé. Ce que vous avez acheté reste à vous.',
  'You get this mail because this was bought with this e-mail address.':
    'Vous recevez cet e-mail parce que cet achat a été fait avec cette adresse e-mail.',
  '{festival} is cancelled': '{festival} est annulé',
  'A festival is cancelled': 'Un festival est annulé',
  'Your ticket no longer admits. What happens to the money.':
    'Votre billet ne donne plus accès. Ce que devient votre argent.',
  '{festival} is cancelled. It would have begun on {start}.':
    '{festival} est annulé. Début prévu : {start}.',
  'A festival for which you have a ticket is cancelled.':
    'Un festival pour lequel vous avez un billet est annulé.',
  'Its organizer says: {reason}': 'L’organisateur écrit : {reason}',
  'All that you paid for it is given back, the way it was paid. You need not ask for it: another mail says so for each purchase.':
    'Tout ce que vous avez payé est remboursé par le moyen de paiement utilisé. Vous n’avez rien à faire : un autre e-mail vous le confirmera pour chaque achat.',
  'What was paid for a ticket that was handed on to you goes back to the person who bought it.':
    'Le prix d’un billet qui vous a été transféré revient à la personne qui l’a acheté.',
  'Tickets for it no longer admit.': 'Les billets ne donnent plus accès.',
  'You get this mail because you have a ticket or a place to sleep for it.':
    'Vous recevez cet e-mail parce que vous avez un billet ou un hébergement pour ce festival.',
  '{festival} has changed': 'Changement : {festival}',
  'A festival has changed': 'Un festival a changé',
  'What is new about when or where it is.': 'Ce qui change : la date, l’heure ou le lieu.',
  'It has changed when or where {festival} is.':
    'La date, l’heure ou le lieu ont changé : {festival}.',
  'It has changed when or where a festival is for which you have a ticket.':
    'La date, l’heure ou le lieu d’un festival pour lequel vous avez un billet ont changé.',
  'New time': 'Nouvel horaire',
  'Time before': 'Ancien horaire',
  '{startBefore} to {endBefore}': 'Du {startBefore} au {endBefore}',
  'New place': 'Nouveau lieu',
  'Place before': 'Ancien lieu',
  'The new place is still to be announced.': 'Le nouveau lieu sera annoncé prochainement.',
  'The place on the map has moved.': 'L’emplacement sur la carte a changé.',
  'What you have bought stays good.': 'Vos achats restent valables.',
  'If you bought it before the festival was moved, you may give it back in full until {refundUntil}, as long as it is neither used nor handed on.':
    'Si vous avez acheté avant le report du festival, vous pouvez être intégralement remboursé jusqu’au {refundUntil}, tant que le billet n’est ni utilisé ni transféré.',
  'Choose what we mail you': 'Choisir les e-mails reçus',
  '{festival} begins soon': '{festival} commence bientôt',
  'A festival begins soon': 'Un festival commence bientôt',
  'It begins on {start}.': 'Début : {start}.',
  '{festival} begins soon.': '{festival} commence bientôt.',
  'A festival for which you have a ticket begins soon.':
    'Un festival pour lequel vous avez un billet commence bientôt.',
  'Open your ticket before you leave: kept on the telephone it is shown without a network too.':
    'Ouvrez votre billet avant de partir : conservé sur le téléphone, il s’affiche aussi sans connexion.',
  'What you wait for is free: {festival}': 'C’est votre tour : {festival}',
  'What you wait for is free': 'C’est votre tour',
  'It is held for you until {expires}.': 'Réservé pour vous jusqu’au {expires}.',
  'Tickets that you wait for are free: {quantity} × {ticket}, {festival}.':
    'Des billets que vous attendez sont disponibles : {quantity} × {ticket}, {festival}.',
  'Tickets that you wait for are free: {quantity} of them.':
    'Des billets que vous attendez sont disponibles : {quantity}.',
  'They are held for you until {expires}. Buy them before then, where you buy tickets: afterwards they are offered to the next in line.':
    'Ils sont réservés pour vous jusqu’au {expires}. Achetez-les d’ici là : ensuite, ils sont proposés aux suivants.',
  'See what is held for you': 'Voir votre réservation',
  'If you do not want them any more, leave the waiting list there.':
    'Si vous n’en voulez plus, vous pouvez y quitter la liste d’attente.',
  'You get this mail because you are on the waiting list.':
    'Vous recevez cet e-mail parce que vous êtes sur la liste d’attente.',
  ...messages,
  ...transfers,
  ...secondFactor,
}
