/** Texts of mails about tickets that move to another person, in French. */
import type { Texts } from '../catalogues.ts'
import type { transferMails as english } from '../en/mails-transfers.ts'

export const transferMails: Texts<typeof english, 'fr'> = {
  transferOffered: {
    subject: [
      '{sender} vous envoie un billet pour {festival}',
      'Un billet pour vous : {festival}',
      'Un billet pour vous',
    ],
    preheader: 'Tant que vous ne l’acceptez pas, il reste à la personne qui le propose.',
    offered: [
      '{sender} vous envoie un billet pour {festival}, {days}.',
      'Un billet vous est proposé : {festival}, {days}.',
      'Un billet pour un festival vous est proposé.',
    ],
    howToAccept:
      'Pour l’accepter, connectez-vous avec cette adresse e-mail là où vous achetez vos billets. Si vous n’avez pas encore de compte, six chiffres reçus par e-mail suffisent à le créer.',
    seeTicket: 'Voir le billet',
    ends: 'L’offre prend fin le {expires}, ou si elle est reprise. Tant que vous ne l’acceptez pas, le billet reste à la personne qui le propose.',
    reason:
      'Si vous ne vous y attendiez pas, ignorez cet e-mail : rien ne se passe tant que vous n’acceptez pas.',
  },

  transferOfferedByStaff: {
    subject: ['Votre billet est proposé : {festival}', 'Votre billet est proposé'],
    preheader: 'Il est à vous jusqu’à ce qu’il soit accepté.',
    offered: [
      'L’organisateur a proposé votre billet à une autre personne : {festival}.',
      'L’organisateur d’un festival a proposé votre billet à une autre personne.',
    ],
    staysYours:
      'Il est à vous jusqu’à ce qu’elle l’accepte. Si vous ne l’avez pas demandé, retirez la proposition dans vos billets ou écrivez à l’organisateur.',
    reason: 'Vous recevez cet e-mail parce que c’est votre billet.',
  },

  transferAccepted: {
    subject: ['Votre billet est transféré : {festival}', 'Votre billet est transféré'],
    preheader: 'Votre code ne donne plus accès.',
    accepted: ['Votre billet a été accepté : {festival}.', 'Votre billet a été accepté.'],
    newHolder:
      'Il appartient désormais à son nouveau titulaire et votre code ne donne plus accès. Un remboursement vous reviendrait toujours.',
    reason: 'Vous recevez cet e-mail parce que votre billet a été proposé.',
  },

  transferDeclined: {
    subject: ['Votre billet n’a pas été accepté : {festival}', 'Votre billet n’a pas été accepté'],
    preheader: 'Il est toujours à vous.',
    declined: ['Votre billet a été refusé : {festival}.', 'Votre billet a été refusé.'],
    stillYours: 'Il est toujours à vous et vous pouvez le proposer de nouveau.',
    reason: 'Vous recevez cet e-mail parce que votre billet a été proposé.',
  },
}
