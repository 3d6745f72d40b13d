/** Texts of mails, in French. */
import type { Mails } from '../catalogues.ts'
import { accountMails } from './mails-account.ts'
import { holderMails } from './mails-holders.ts'
import { purchaseMails } from './mails-purchases.ts'
import { transferMails } from './mails-transfers.ts'

export const mails: Mails<'fr'> = {
  greeting: 'Bonjour,',

  ...accountMails,
  ...purchaseMails,
  ...holderMails,
  ...transferMails,

  invitation: {
    subject: 'Vous êtes invité',
    preheader: {
      count: 'days',
      one: 'L’invitation est valable {days} jour.',
      other: 'L’invitation est valable {days} jours.',
    },
    manager: 'Vous êtes invité à gérer un organisateur de festivals.',
    accountant: 'Vous êtes invité à tenir la comptabilité d’un organisateur de festivals.',
    sales: 'Vous êtes invité à voir les ventes et les participants d’un organisateur de festivals.',
    editor:
      'Vous êtes invité à modifier les textes et les programmations d’un organisateur de festivals.',
    gateStaff: 'Vous êtes invité à travailler à l’entrée d’un festival.',
    admin: 'Vous êtes invité à administrer le service.',
    permission: 'Vous êtes invité à recevoir l’autorisation {permission}.',
    accept: 'Accepter l’invitation',
    inApp: 'Pour l’accepter dans votre application, saisissez-y ce code :',
    api: {
      count: 'days',
      one: 'Il est valable une fois, pendant {days} jour. Les applications l’envoient en JSON (token) par POST à',
      other:
        'Il est valable une fois, pendant {days} jours. Les applications l’envoient en JSON (token) par POST à',
    },
    reason:
      'Si vous ne vous y attendiez pas, ignorez cet e-mail : rien ne se passe tant que vous n’acceptez pas.',
  },

  webhookDisabled: {
    subject: 'Un webhook est désactivé',
    preheader: 'Il ne reçoit plus d’événements jusqu’à sa réactivation.',
    disabled: 'Votre webhook chez {host} est désactivé et ne reçoit plus d’événements.',
    gone: 'Il a répondu 410 : il n’existe plus.',
    failing: 'Aucune requête n’a abouti depuis trois jours.',
    id: 'Son identifiant est',
    meanwhile:
      'Ce qui se produit entre-temps est conservé 30 jours. Quand le destinataire fonctionne à nouveau, réactivez le webhook et rejouez ce qui a échoué ou manqué.',
    seeWebhook: 'Voir le webhook',
    reason: 'Vous recevez cet e-mail parce que vous avez créé le webhook.',
  },

  message: {
    subject: ['{subject}', 'Un message au sujet d’un festival'],
    preheader: [
      '{organizer} vous écrit au sujet de {festival}.',
      'Un message au sujet d’un festival',
    ],
    test: 'Ceci est un essai. Il n’a été envoyé qu’à vous.',
    from: [
      '{organizer} vous écrit au sujet de {festival} :',
      'Un organisateur vous écrit au sujet d’un festival :',
    ],
    unsubscribe: 'Ne plus recevoir de messages d’organisateurs',
    reason:
      'Vous recevez cet e-mail parce que vous avez un billet ou un hébergement pour ce festival.',
  },

  /** Texts of several mails. */
  facts: {
    festival: 'Festival',
    when: 'Quand',
    span: 'Du {start} au {end}',
    where: 'Où',
    seller: 'Vendeur',
    seeFestival: 'Voir le festival',
    seeTickets: 'Voir vos billets',
    unproven:
      'Vos billets se trouvent aussi dans votre compte, dont l’adresse e-mail n’est pas encore confirmée.',
    confirm: 'Confirmez votre adresse e-mail',
    guest:
      'Vos billets s’ouvrent sur n’importe quel appareil avec six chiffres que nous vous envoyons par e-mail.',
    ticket: 'Billet',
    stay: 'Hébergement',
    plan: 'Abonnement',
    since: 'Du',
    until: 'Au',
    quantity: 'Quantité',
    attached:
      'Chaque billet est joint, à imprimer ou à présenter sur un téléphone. Il donne accès une seule fois : gardez-le pour vous.',
    paid: 'Payé',
    purchase: 'Numéro d’achat',
    chooseMails: 'Choisir les e-mails reçus',
  },
}
