/** The words of paying by bank transfer. */
import type { Catalogue } from '../catalogues.ts'
import { count, sum } from '../numbers.ts'

export const transfer: Catalogue['shop']['transfer'] = {
  choose: 'Comment souhaitez-vous payer ?',
  card: 'Carte',
  name: 'Virement bancaire',
  hint: (days) =>
    `Vous recevez le compte et une référence, et faites le virement sous ${count(days)} jours. Vos billets arrivent dès que l’argent est arrivé.`,
  order: (euros) => `Commander et virer ${sum(euros)}`,
  signIn: 'Connectez-vous avec votre e-mail pour pouvoir aussi payer par virement.',
  title: 'Payer par virement',
  lead: 'Virez exactement ce montant, en un seul virement, avec cette référence. Vos billets arrivent par e-mail et ici dès que l’argent est arrivé.',
  holder: 'Titulaire du compte',
  amount: 'Montant',
  reference: 'Référence',
  until: 'Reçu au plus tard le',
  copy: 'Copier',
  copyIban: 'Copier l’IBAN',
  copyReference: 'Copier la référence',
  copied: 'Copié.',
  notCopied: 'La copie n’a pas fonctionné. Sélectionnez le texte.',
  qr: 'Code QR pour votre application bancaire',
  qrHint: 'Scannez le code avec votre application bancaire : elle remplit tout.',
  change:
    'Si vous changez d’avis, annulez la commande. Si vous ne virez rien, elle prend fin d’elle-même.',
  ask: 'Annuler cette commande ?',
  askText:
    'Ce qui est réservé pour vous est remis en vente. Si vous avez déjà fait le virement, n’annulez pas : il met jusqu’à deux jours à arriver.',
  refused: {
    not_set_up: 'Cette commande ne peut pas être payée par virement. Payez par carte.',
    email_not_confirmed: 'Confirmez d’abord votre e-mail pour payer par virement.',
    sales_end_soon:
      'La vente se termine bientôt : un virement arriverait trop tard. Payez par carte.',
    other_order_open:
      'Une autre de vos commandes attend son virement. Payez-la ou annulez-la d’abord.',
    too_many_here:
      'Beaucoup de commandes de votre connexion attendent un virement. Payez par carte.',
    too_many_waiting: 'Une grande partie attend déjà des virements. Payez par carte.',
  },
}
