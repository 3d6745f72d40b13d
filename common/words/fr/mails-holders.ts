/** Texts of mails to holders of tickets of a festival, and to people who wait for them, in French. */
import type { Texts } from '../catalogues.ts'
import type { holderMails as english } from '../en/mails-holders.ts'

export const holderMails: Texts<typeof english, 'fr'> = {
  cancellation: {
    subject: ['{festival} est annulé', 'Un festival est annulé'],
    preheader: 'Votre billet ne donne plus accès. Ce que devient votre argent.',
    cancelled: [
      '{festival} est annulé. Début prévu : {start}.',
      'Un festival pour lequel vous avez un billet est annulé.',
    ],
    why: 'L’organisateur écrit : {reason}',
    bought:
      'Tout ce que vous avez payé est remboursé par le moyen de paiement utilisé. Vous n’avez rien à faire : un autre e-mail vous le confirmera pour chaque achat.',
    given: 'Le prix d’un billet qui vous a été transféré revient à la personne qui l’a acheté.',
    admitNoMore: 'Les billets ne donnent plus accès.',
    reason:
      'Vous recevez cet e-mail parce que vous avez un billet ou un hébergement pour ce festival.',
  },

  festivalChanged: {
    subject: ['Changement : {festival}', 'Un festival a changé'],
    preheader: 'Ce qui change : la date, l’heure ou le lieu.',
    changed: [
      'La date, l’heure ou le lieu ont changé : {festival}.',
      'La date, l’heure ou le lieu d’un festival pour lequel vous avez un billet ont changé.',
    ],
    newTime: 'Nouvel horaire',
    timeBefore: 'Ancien horaire',
    spanBefore: 'Du {startBefore} au {endBefore}',
    newPlace: 'Nouveau lieu',
    placeBefore: 'Ancien lieu',
    placeless: 'Le nouveau lieu sera annoncé prochainement.',
    moved: 'L’emplacement sur la carte a changé.',
    staysGood: 'Vos achats restent valables.',
    refundUntil:
      'Si vous avez acheté avant le report du festival, vous pouvez être intégralement remboursé jusqu’au {refundUntil}, tant que le billet n’est ni utilisé ni transféré.',
    reason:
      'Vous recevez cet e-mail parce que vous avez un billet ou un hébergement pour ce festival.',
  },

  festivalReminder: {
    subject: ['{festival} commence bientôt', 'Un festival commence bientôt'],
    preheader: 'Début : {start}.',
    soon: [
      '{festival} commence bientôt.',
      'Un festival pour lequel vous avez un billet commence bientôt.',
    ],
    openBefore:
      'Ouvrez votre billet avant de partir : conservé sur le téléphone, il s’affiche aussi sans connexion.',
    reason:
      'Vous recevez cet e-mail parce que vous avez un billet ou un hébergement pour ce festival.',
  },

  waitingOffered: {
    subject: ['C’est votre tour : {festival}', 'C’est votre tour'],
    preheader: 'Réservé pour vous jusqu’au {expires}.',
    free: [
      'Des billets que vous attendez sont disponibles : {quantity} × {ticket}, {festival}.',
      {
        count: 'quantity',
        one: '{quantity} billet que vous attendez est disponible.',
        other: 'Des billets que vous attendez sont disponibles : {quantity}.',
      },
    ],
    heldUntil:
      'Ils sont réservés pour vous jusqu’au {expires}. Achetez-les d’ici là : ensuite, ils sont proposés aux suivants.',
    seeHeld: 'Voir votre réservation',
    leave: 'Si vous n’en voulez plus, vous pouvez y quitter la liste d’attente.',
    reason: 'Vous recevez cet e-mail parce que vous êtes sur la liste d’attente.',
  },
}
