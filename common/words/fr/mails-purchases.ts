/** Texts of mails about a purchase and its refund, in French. */
import type { Texts } from '../catalogues.ts'
import type { purchaseMails as english } from '../en/mails-purchases.ts'

export const purchaseMails: Texts<typeof english, 'fr'> = {
  purchase: {
    subject: [
      'Confirmation : {festivalNames}',
      'Confirmation : {planNames}',
      'Confirmation de votre achat',
    ],
    preheader: '{paid} payés. Ce que vous avez acheté, où et quand.',
    thanks: 'Merci. Voici la confirmation de votre achat.',
    price: 'Prix',
    vatIncluded: 'TVA incluse',
    vatRate: '{vat} ({vatRate} %)',
    vat: 'TVA',
    total: 'Prix total',
    voucher: 'Code promo',
    discount: '{discount} de réduction',
    pointsUsed: 'Points utilisés',
    points: '{points}, d’une valeur de {pointsWorth}',
    date: 'Date',
    invoiceAttached: 'Votre facture est jointe en PDF.',
    invoiceFollows: 'Votre facture suit dans un e-mail à part.',
    invoiceListed:
      'Votre facture se trouve avec votre commande, sur la page de vos billets. Nous ne la joignons qu’aux messages envoyés à une adresse confirmée.',
    simulated: 'Les paiements sont simulés ici : aucun argent n’a été versé.',
    reason:
      'Vous recevez cet e-mail parce que cet achat a été fait avec cette adresse e-mail. C’est une confirmation et non une facture.',
  },

  complimentary: {
    subject: ['Pour vous : {festivalNames}', 'Pour vous : des billets pour un festival'],
    preheader: 'Cela ne vous coûte rien. Où et quand.',
    given: 'L’organisateur vous l’offre. Cela ne vous coûte rien.',
    reason: 'Vous recevez cet e-mail parce qu’un organisateur de festivals a saisi cette adresse.',
  },

  paymentAwaited: {
    subject: [
      'Virement à effectuer : {festivalNames}',
      'Virement à effectuer : {planNames}',
      'Virement à effectuer pour votre commande',
    ],
    preheader: 'Montant à virer : {amount}, reçu au plus tard le {until}.',
    held: 'Merci pour votre commande. Nous vous la réservons jusqu’au {until}. L’argent doit être arrivé d’ici là.',
    tickets: 'Nous vous envoyons vos billets par e-mail dès que l’argent est arrivé.',
    holder: 'Titulaire du compte',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Montant',
    reference: 'Référence',
    payUntil: 'Reçu au plus tard le',
    exact:
      'Virez exactement ce montant, en un seul virement, et indiquez la référence : elle nous permet de trouver votre commande.',
    seeOrder: 'Voir la commande, avec un code QR pour votre banque',
    giveUp:
      'Si vous changez d’avis, annulez la commande sur cette page ou ne virez rien : elle prend alors fin d’elle-même.',
    reason: 'Vous recevez cet e-mail parce qu’une commande a été passée avec cette adresse.',
  },

  paymentReminder: {
    subject: [
      'Rappel : {festivalNames}, pas encore payé',
      'Rappel : {planNames}, pas encore payé',
      'Rappel : votre commande n’est pas encore payée',
    ],
    preheader: 'Montant à virer : {amount}, reçu au plus tard le {until}.',
    missing:
      'Votre virement n’est pas encore arrivé. Nous réservons votre commande jusqu’au {until} ; ensuite, tout est remis en vente.',
    sent: 'Si vous avez déjà fait le virement, vous n’avez rien à faire : les banques mettent jusqu’à deux jours.',
    reason: 'Vous recevez cet e-mail parce qu’une commande a été passée avec cette adresse.',
  },

  refund: {
    subject: [
      'Remboursement : {festivalNames}',
      'Remboursement : {planNames}',
      'Remboursement de votre achat',
    ],
    preheader: ['{amount} vont vous être remboursés.', 'Votre achat est rendu.'],
    onItsWay:
      '{amount} vont vous être remboursés par le moyen de paiement utilisé. Les banques mettent jusqu’à dix jours.',
    free: 'Votre achat est rendu. Rien n’avait été débité.',
    given: 'Remboursé',
    kept: 'Retenu pour des points reçus avec cet achat et déjà utilisés',
    total: 'Total remboursé',
    ended: 'Ce que vous aviez acheté prend fin. Le billet ne donne plus accès.',
    partial: 'C’est une partie de ce que vous avez payé. Ce que vous avez acheté reste à vous.',
    creditNoteAttached: 'Votre avoir est joint en PDF.',
    creditNoteFollows: 'Votre avoir suit dans un e-mail à part.',
    creditNoteListed:
      'Votre avoir se trouve avec votre commande, sur la page de vos billets. Nous ne le joignons qu’aux messages envoyés à une adresse confirmée.',
    reason: 'Vous recevez cet e-mail parce que cet achat a été fait avec cette adresse e-mail.',
  },

  document: {
    subject: ['Facture {invoice}', 'Avoir {creditNote}', 'Votre document'],
    preheader: 'Le document est joint au format PDF.',
    attached: ['Votre facture {invoice} est jointe.', 'Votre avoir {creditNote} est joint.'],
    data: 'Le PDF contient aussi les données pour votre logiciel de comptabilité.',
    reason: 'Vous recevez cet e-mail parce que cet achat a été fait avec cette adresse e-mail.',
  },
}
