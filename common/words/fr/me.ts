/** Texts of a fan's own pages, in French. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'

const { counted } = pluralsOf('fr')

const ticketsOf = (quantity: number): string =>
  counted(quantity, { one: 'billet', other: 'billets' })
const pointsOf = (points: number): string => counted(points, { one: 'point', other: 'points' })

export const me: Catalogue['me'] = {
  own: 'Votre espace',
  account: 'Mon compte',

  // Actions on a ticket.
  handOn: 'Transférer',
  handOnTitle: (name) => `Transférer : ${name}`,
  handOnText:
    'Nous prévenons la personne à cette adresse. Le billet reste à vous jusqu’à ce qu’elle l’accepte, pendant sept jours et au plus tard jusqu’au début du festival. Ensuite, votre code ne donne plus accès ; un remboursement vous reviendrait toujours.',
  handOnEmail: 'E-mail du nouveau titulaire',
  handOnNeedsEmail: 'Indiquez l’e-mail du nouveau titulaire.',
  handOnButton: 'Proposer le billet',
  notThisEmail: 'C’est votre propre e-mail, ou ce n’est pas une adresse.',
  offeredTo: (email, until) =>
    `Proposé à ${email ?? 'une autre personne'} jusqu’au ${until}. Tant qu’il n’est pas accepté, il est à vous.`,
  takeBack: 'Reprendre',

  giveBack: 'Céder à la liste d’attente',
  giveBackTitle: (name) => `Céder à la liste d’attente : ${name}`,
  giveBackText: (most) =>
    `Votre billet est proposé à la première personne en attente. Tant qu’il n’est pas acheté, il est à vous, donne accès et vous pouvez le reprendre. Ensuite, il n’est plus valable et vous recevez ce que vous avez payé, ou le prix actuel s’il est plus bas : ${sum(most)} au maximum.`,
  giveBackLeft: (left: number) =>
    `Il reste ${count(left)} de ces billets en vente et personne n’attend le vôtre : il ne sera peut-être jamais vendu.`,
  giveBackButton: 'Le proposer',
  returned: (euros) =>
    `Proposé à la liste d’attente. Une fois acheté, ${sum(euros)} vous reviennent. D’ici là, il est à vous.`,
  keep: 'Le garder',

  cancel: 'Annuler et être remboursé',
  cancelTitle: (name) => `Annuler : ${name}`,
  cancelText: (euros, percent) =>
    `Vous serez remboursé de ${sum(euros)}${percent < 100 ? `, soit ${count(percent)} % du prix payé` : ''}. Le billet n’est immédiatement plus valable. C’est irréversible.`,
  cancelPoints: (points, percent) =>
    `Sur les ${pointsOf(points)} utilisés, ${count(percent)} % vous sont rendus.`,
  cancelUntil: (until) => `Possible jusqu’au ${until}.`,
  cancelButton: (euros) => `Annuler le billet, ${sum(euros)} remboursés`,

  manage: 'Envoyer à un ami, ou rendre',
  manageGuest: 'Avec un compte, vous pouvez aussi le transférer à une autre personne.',
  notNow: 'Retour',
  gone: 'Quelque chose a changé. Rechargez la page.',

  // Tickets that are offered to the fan.
  forYou: 'Proposés à vous',
  offers: (sender, name) => `${sender} vous propose : ${name}`,
  acceptUntil: (until) => `À accepter jusqu’au ${until}.`,
  accept: 'Accepter le billet',
  decline: 'Non, merci',
  declineTitle: 'Refuser ce billet ?',
  declineText: (sender) => `Il reste à ${sender}. C’est irréversible.`,
  declineButton: 'Refuser',
  offeredSignIn:
    'Un billet vous est proposé. Connectez-vous avec l’e-mail auquel nous avons écrit : il vous attend ici.',
  offeredProve: 'Pour voir les billets qui vous sont proposés, confirmez votre e-mail.',
  mailConfirmation: 'Recevoir un lien',
  confirmationSent: 'L’e-mail est en route. Ouvrez son lien sur cet appareil.',

  // Waiting for sold-out items.
  waiting: 'Liste d’attente',
  held: (quantity, name) =>
    `${counted(quantity, { one: 'billet réservé', other: 'billets réservés' })} pour vous : ${name}`,
  heldUntil: (until) => `Achetez jusqu’au ${until}. Ensuite, c’est au tour des suivants.`,
  buyHeld: 'Acheter maintenant',
  dropHeld: 'Je n’en veux plus',
  dropTitle: 'Renoncer à cette réservation ?',
  dropText: 'Elle est proposée aux suivants. C’est irréversible.',
  dropButton: 'Y renoncer',
  inLine: (quantity, name) => `Vous attendez ${ticketsOf(quantity)} : ${name}`,
  position: (position) =>
    position === 1 ? 'Vous êtes en tête de la liste.' : `Votre place : ${count(position)}.`,
  weMail: 'Nous vous écrivons quand c’est votre tour.',
  leave: 'Quitter la liste',
  join: 'Rejoindre la liste d’attente',
  joinTitle: (name) => `Liste d’attente : ${name}`,
  joinText:
    'Ce qui se libère est proposé à la première personne de la liste et réservé un certain temps. Quand c’est votre tour, nous vous écrivons jusqu’à quand. C’est gratuit et vous pouvez quitter la liste à tout moment.',
  quantity: 'Nombre de billets',
  joinButton: 'S’inscrire',
  badQuantity: (most) => `Indiquez un nombre de 1 à ${count(most)}.`,
  soldOutAccount: 'Connectez-vous pour rejoindre la liste d’attente',

  // Following and sharing.
  follow: (name) => `Suivre ${name}`,
  following: (name) => `Vous suivez ${name}`,
  share: 'Partager',
  copied: 'Le lien est copié.',
  notCopied: 'Le lien n’a pas pu être copié.',
  festivalsOf: (name) => `Les festivals de ${name}.`,
  upcoming: 'À venir',
  nothingAhead: 'Rien n’est annoncé pour le moment.',
  past: 'Festivals passés',
  moreLater: (more) => `et ${counted(more, { one: 'autre', other: 'autres' })} plus tard`,

  // The account.
  needsScript: 'Pour modifier quelque chose ici, activez JavaScript dans votre navigateur.',
  guestTitle: 'Vous achetez sans compte',
  guestText:
    'Avec un compte, vos achats vous suivent sur tous vos appareils ; vous cumulez des points et des badges, suivez des artistes, transférez des billets et rejoignez les listes d’attente. Six chiffres reçus par e-mail suffisent : pas besoin de mot de passe.',
  makeAccount: 'Créer un compte',
  notices: 'Vos nouveautés',
  noNotices: 'Rien pour l’instant. Suivez des artistes et des organisateurs pour en lire ici.',
  unread: (unread) =>
    unread === 0 ? 'Tout est lu' : counted(unread, { one: 'non lue', other: 'non lues' }),
  isUnread: 'Non lue',
  markRead: 'Marquer comme lue',
  markAll: 'Tout marquer comme lu',
  isLive: 'Les nouvelles apparaissent d’elles-mêmes.',
  notLive: 'Pas de connexion : les nouvelles apparaîtront à son retour.',
  see: 'Voir',
  follows: 'Vous suivez',
  noFollows:
    'Vous ne suivez encore ni artiste ni organisateur : un bouton sur leurs pages le permet.',
  unfollow: (name) => `Ne plus suivre ${name}`,
  unfollowShort: 'Ne plus suivre',
  types: { artist: 'Artiste', organizer: 'Organisateur', genre: 'Genre' },
  rewards: 'Points et badges',
  points: pointsOf,
  level: (level) => `Niveau ${count(level)}`,
  toNext: (more, level) => `Encore ${count(more)} avant le niveau ${count(level)}`,
  topLevel: 'C’est le niveau le plus élevé.',
  benefits: 'Vos avantages',
  badges: 'Badges',
  unlocked: 'Débloqué',
  progress: (current, target) => `${count(current)} sur ${count(target)}`,
  code: 'Code d’un défi',
  codeHint:
    'Si vous trouvez une carte avec un code pendant un festival, saisissez-le ici ou scannez-le.',
  claim: 'Gagner des points',
  needsCode: 'Saisissez le code.',
  claimed: (points) => (points === 0 ? 'Le code est validé.' : `Vous gagnez ${pointsOf(points)}.`),
  wrongCode: 'Aucun défi ne correspond à ce code.',
  challenges: {
    already_claimed: 'Vous avez déjà utilisé ce code.',
    inactive: 'Ce défi est terminé.',
    not_started: 'Ce défi n’a pas encore commencé.',
    ended: 'Ce défi est terminé.',
    used_up: 'Ce défi est épuisé.',
    too_many_wrong_codes: 'Trop de codes erronés. Attendez dix minutes.',
    needs_account: 'Il faut un compte pour gagner des points. Créez-en un d’abord.',
  },
  membership: 'Abonnement',
  memberUntil: (name, until) => `${name}, jusqu’au ${until}.`,
  memberEnds: 'Il prend fin de lui-même, sans nouveau prélèvement.',
  noMembership: 'Vous n’en avez pas.',
  orders: 'Commandes',
  noOrders: 'Vous n’avez encore rien acheté.',
  refundedOf: (euros) => `${sum(euros)} remboursés`,
  orderPdf: 'Billets en PDF',
  details: 'Vos coordonnées',
  firstName: 'Prénom',
  lastName: 'Nom',
  saveName: 'Enregistrer le nom',
  nameSaved: 'Votre nom est enregistré.',
  needsNames: 'Indiquez votre prénom.',
  proven: (email) => `${email} est confirmé.`,
  notProven: (email) =>
    `${email} n’est pas confirmé. D’ici là, aucun billet ne peut vous être proposé et vous ne pouvez pas rejoindre de liste d’attente.`,
  confirmed: 'Votre e-mail est confirmé.',
  notConfirmed: 'Ce lien a déjà servi, est trop ancien ou concerne un autre compte.',
  data: 'Vos données',
  exportText: 'Tout ce qui est enregistré à votre sujet, dans un fichier.',
  exportButton: 'Télécharger vos données',
  exported: 'Le fichier est enregistré.',
  exportName: 'mes-donnees-festival.json',
  erase: 'Supprimer le compte',
  eraseTitle: 'Supprimer votre compte ?',
  eraseText: [
    'Votre nom, votre e-mail, vos suivis, nouveautés, points, badges et votre abonnement sont supprimés, et vous quittez toutes les listes d’attente. Vos achats restent dans les comptes, sans votre nom ; factures et avoirs restent tels qu’ils ont été émis, pendant dix ans.',
    'Vous ne pourrez plus ouvrir vos billets ici et rien n’est remboursé : téléchargez-les d’abord. C’est irréversible.',
  ],
  eraseField: 'Votre e-mail, pour confirmer',
  eraseOther: 'Ce n’est pas l’e-mail de votre compte.',
  eraseButton: 'Supprimer définitivement',
  lastAdmin:
    'Vous êtes la dernière personne à administrer le service : confiez-le d’abord à une autre.',

  /** Confirmations of completed actions, by their name in the address. */
  done: {
    passkey: 'La clé d’accès est ajoutée : vous pouvez désormais vous connecter avec elle.',
    'passkey-removed':
      'La clé d’accès est supprimée. Elle peut rester dans la liste de votre appareil, mais ne permet plus de se connecter ici.',
    offered: 'Votre billet est proposé. Nous avons prévenu la personne.',
    takenBack: 'La proposition est reprise : le billet reste à vous.',
    accepted: 'Le billet est à vous. Son ancien code ne donne plus accès.',
    declined: 'Vous avez refusé le billet.',
    returned: 'Votre billet est proposé à la liste d’attente.',
    kept: 'Le billet reste à vous.',
    cancelled: 'Le billet est annulé. Vous serez remboursé par votre moyen de paiement.',
    left: 'Vous n’attendez plus.',
    ended: 'C’est déjà terminé. Voici où vous en êtes.',
    erased: 'Votre compte est supprimé.',
  },

  /** Refusals, by their codes. */
  refused: {
    transferred: 'Vous avez déjà transféré ce billet.',
    transfer_open: 'Il est proposé à une autre personne. Reprenez-le d’abord.',
    transfer_ended: 'Cette proposition a pris fin.',
    too_many_transfers: 'Vous avez proposé beaucoup de billets aujourd’hui. Réessayez demain.',
    not_transferable: 'Ce type de billet ne peut pas être transféré.',
    return_open: 'Il est proposé à la liste d’attente. Reprenez-le d’abord.',
    begun: 'Le festival a commencé.',
    cancelled: 'Le festival est annulé : ce que vous avez payé est remboursé.',
    already_validated: 'Ce billet a déjà été utilisé.',
    revoked: 'Ce billet n’est plus valable.',
    refunded: 'Ce billet a été remboursé.',
    already_refunded: 'Ce billet a déjà été remboursé.',
    not_succeeded: 'Ce billet n’est pas payé.',
    disputed: 'Votre banque examine ce paiement : attendez sa décision.',
    not_returnable: 'Ce type de billet ne peut pas être rendu.',
    was_free: 'Il était gratuit : il n’y a rien à rembourser.',
    not_on_sale: 'Ces billets ne sont plus en vente.',
    already_returned: 'Il est déjà proposé à la liste d’attente.',
    being_bought: 'Une autre personne est en train de l’acheter. Réessayez dans quelques minutes.',
    not_cancelable: 'Ce billet ne peut pas être annulé.',
    cancel_period_over: 'Le délai d’annulation est passé.',
    offer_used: 'L’achat est en cours ou déjà fait.',
    offer_ended: 'Le délai de cette offre est passé.',
    available: 'Il y a de nouveau des billets : vous pouvez les acheter maintenant.',
    limit: 'C’est plus que ce qu’une personne peut avoir.',
    queue_first: 'Ce qui se libère va d’abord aux personnes de la salle d’attente.',
    already_waiting: 'Vous attendez déjà ces billets.',
    email_not_proven: 'Confirmez d’abord votre e-mail, dans « Mon compte ».',
    needs_account: 'Il faut un compte pour cela. Connectez-vous d’abord.',
    too_many_mails: 'Assez d’e-mails ont été envoyés. Réessayez plus tard.',
    too_many: 'Il y en a trop. Réessayez plus tard.',
    already_confirmed: 'Votre e-mail est déjà confirmé. Rechargez la page.',
    unauthorized: 'Vous êtes déconnecté. Connectez-vous et réessayez.',
  },
}
