/** Texts of the shop, in French. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'
import { billing } from './billing.ts'
import { transfer } from './transfer.ts'

const { counted, plural } = pluralsOf('fr')

const declines = {
  insufficient_funds: 'Paiement refusé : provision insuffisante. Essayez une autre carte.',
  expired_card: 'Paiement refusé : cette carte a expiré. Essayez-en une autre.',
  incorrect_cvc: 'Paiement refusé : le cryptogramme est incorrect.',
  canceled: 'Le paiement a été annulé.',
}

export const shop: Catalogue['shop'] = {
  // On a festival's page.
  nights: (nights) => counted(nights, { one: 'nuit', other: 'nuits' }),
  accountOnly: 'Réservé aux personnes ayant un compte : la connexion se fait pendant l’achat.',
  haveCode: 'J’ai un code',
  checkCode: 'Vérifier le code',
  codeGives: (code, offers) =>
    plural(offers, {
      one: `Avec ${code}, ${count(offers)} offre change.`,
      other: `Avec ${code}, ${count(offers)} offres changent.`,
    }),
  codeGivesNothing: (code) => `${code} ne s’applique à rien pour le moment.`,
  withoutCode: 'Continuer sans le code',
  instead: (before) => `au lieu de ${before}`,
  needsScript: 'Pour acheter des billets, activez JavaScript dans votre navigateur.',

  // Checkout.
  checkout: 'Commande',
  holding: 'Réservation de vos billets…',
  heldFor: 'Réservé pour vous pendant',
  endsSoon: (minutes) =>
    minutes <= 1
      ? 'Vos billets sont réservés pour moins d’une minute.'
      : `Vos billets sont encore réservés pendant ${count(minutes)} minutes.`,
  timeIsUp: 'Le temps est écoulé',
  timeIsUpWords:
    'Vos billets étaient réservés pendant dix minutes et sont de nouveau en vente. Rien n’a été débité.',
  again: 'Réessayer',
  back: 'Retour au festival',
  total: 'Total',
  vatOf: (rate) => `TVA ${count(rate)} % incluse`,
  vatOfSome: (names, vat) => `${names} : ${vat}`,
  feesIncluded: 'Frais compris',
  discount: (code) => `Code promo ${code}`,
  voucherAsk: 'Ajouter un code promo',
  voucher: 'Code promo',
  apply: 'Appliquer',
  withoutVoucher: 'Retirer',
  withoutVoucherLabel: (code) => `Retirer le code promo ${code}`,
  membership: 'Abonnement',
  points: 'Points',
  pointsHave: (points, worth) =>
    `Vous avez ${counted(points, { one: 'point', other: 'points' })}, d’une valeur de ${sum(worth)}.`,
  pointsUse: 'Combien voulez-vous en utiliser ?',
  pointsAll: 'Autant que possible',
  pointsUsed: (points) => counted(points, { one: 'point', other: 'points' }),
  pointsMost: (most) => `Indiquez un nombre entier de points, ${count(most)} au maximum.`,
  pointsGone: 'Vous avez désormais moins de points. Rechargez la page pour voir combien.',
  contact: 'Où envoyer vos billets',
  email: 'E-mail',
  emailHint: 'Vos billets y seront envoyés. Aucun compte n’est nécessaire.',
  signedInAs: 'Connecté en tant que',
  haveAccount: 'Vous avez un compte ?',
  needsAccount: 'Un abonnement est lié à un compte : connectez-vous, votre panier vous attend.',
  signIn: 'Se connecter',
  billing,
  payment: 'Paiement',
  simulated:
    'Ceci est une boutique de test : rien n’est débité et aucune carte n’est nécessaire. Choisissez ce qui se passe.',
  pay: (euros) => (euros === 0 ? 'Obtenir les billets' : `Payer ${sum(euros)}`),
  transfer,
  outcomes: {
    paid: 'Le paiement réussit',
    paidHint: 'La carte fonctionne',
    declined: 'Le paiement est refusé',
    declinedHint: 'Provision insuffisante',
    asked: 'La banque demande une confirmation (3-D Secure)',
    askedHint: 'Et confirme après quelques secondes',
    refused: 'La banque demande une confirmation et refuse',
    refusedHint: 'L’authentification 3-D Secure échoue',
  },
  paying: 'Paiement en cours…',
  asking: 'Votre banque vous demande de confirmer',
  askingWords: 'Confirmez le paiement auprès de votre banque. Cette page continue toute seule.',
  askingSimulated:
    'Dans cette boutique de test, la banque confirme toute seule au bout de quelques secondes.',
  charging: 'Votre paiement est en cours de vérification',
  chargingWords:
    'Cela prend un instant. Vous pouvez quitter cette page : nous vous enverrons vos billets par e-mail dès le paiement confirmé.',
  other: 'Payer autrement',
  soldBy: 'Vendu par',
  noWithdrawal: (names) =>
    ` Le droit de rétractation ne s’applique pas aux prestations prévues à une date ou pour une période déterminée : ${names}. Les conditions du vendeur précisent ce qui peut être rendu.`,
  terms: 'Conditions de vente',
  privacy: 'Confidentialité',
  imprint: 'Mentions légales',
  accessibility: 'Accessibilité',
  giveUp: 'Annuler cette commande',
  notSoldHere: 'Pas encore vendu ici',
  notSoldHereWords:
    'L’organisateur n’a pas encore indiqué qui vend ces billets, ni à quelles conditions.',
  cardAway:
    'Le formulaire de carte ne peut pas être chargé. Vérifiez votre connexion et rechargez la page.',
  cardWrong: 'Vérifiez les informations de votre carte.',
  nothing: 'Votre panier est vide',
  nothingWords: 'Choisissez des billets sur la page d’un festival.',
  gone: 'Cette commande est terminée',
  goneWords: 'Rien n’a été débité.',

  // Refusals.
  oneOfThem: 'L’un des articles',
  soldOut: (name, left) =>
    left > 0
      ? `${name} : plus que ${count(left)}.`
      : `${name} : plus aucune place, la dernière vient de partir.`,
  notOnSale: (name) => `${name} n’est pas en vente pour le moment.`,
  limit: (name) => `${name} : c’est plus que ce qu’une personne peut acheter.`,
  changed: (name) => `Le prix a changé : ${name}.`,
  offerEnded: 'Votre réservation a expiré. Rien n’a été débité.',
  notYourTurn:
    'Ces billets sont vendus à tour de rôle. Ce n’est pas votre tour, ou vous avez déjà acheté.',
  toRoom: 'Vers la salle d’attente',
  offerUsed: 'Une autre de vos commandes utilise cette réservation. Rien n’a été débité.',
  tooManyHeld:
    'Beaucoup de personnes achètent en ce moment depuis votre connexion. Réessayez dans quelques minutes.',
  tooManyUnpaid:
    'Trop de commandes ont été commencées ici sans être payées. Réessayez dans une heure.',
  tooManyHolds: 'Vous avez d’autres commandes en cours. Terminez ou annulez d’abord l’une d’elles.',
  nothingCharged: 'Rien n’a été débité.',
  declined: (reason) =>
    new Map(Object.entries(declines)).get(reason ?? '') ??
    'Votre paiement a été refusé. Essayez un autre moyen de paiement.',
  stillHeld: 'Vos billets restent réservés pour vous.',
  noEmail: 'Indiquez votre e-mail pour recevoir vos billets.',
  badEmail: 'Ce n’est pas une adresse e-mail. Exemple : nom@example.org.',
  offline: 'Pas de connexion. Rien n’est perdu : réessayez une fois en ligne.',
  noAnswerYet:
    'Pas encore de réponse : le réseau est peut-être coupé. La suite est automatique et vous ne payez qu’une fois.',
  wrong: 'Une erreur s’est produite. Réessayez dans un instant.',
  vouchers: {
    voucher_unknown: 'Ce code promo n’existe pas.',
    voucher_other_festival: 'Ce code promo est pour un autre festival.',
    voucher_used_up: 'Ce code promo est épuisé.',
    voucher_not_started: 'Ce code promo n’est pas encore valable.',
    voucher_ended: 'Ce code promo n’est plus valable.',
    voucher_not_applicable: 'Ce code promo ne s’applique pas à ces billets.',
    voucher_limit: 'Vous avez utilisé ce code promo autant de fois que possible.',
    too_many_requests: 'Trop de tentatives. Attendez une minute.',
    opens: 'Une partie de ces billets ne s’achète qu’avec son code promo.',
  },

  // Tickets.
  tickets: 'Mes billets',
  thanks: 'Merci. Voici vos billets.',
  mailed: (email) => `Nous les envoyons à ${email}.`,
  orderNumber: 'Commande',
  noTickets: 'Pas encore de billets',
  noTicketsHere:
    'Ce que vous achetez sur cet appareil apparaît ici. Si vous avez un compte, connectez-vous.',
  noTicketsYours: 'Ce que vous achetez et ce que d’autres vous transfèrent apparaît ici.',
  lost: 'Billet perdu ?',
  lostLead:
    'Indiquez l’e-mail utilisé pour l’achat. Nous vous envoyons un code, puis vos billets s’affichent ici.',
  lostNeedsScript:
    'Pour retrouver vos billets, activez JavaScript dans votre navigateur. Ils sont aussi dans l’e-mail de votre achat.',
  lostShow: 'Afficher mes billets',
  lostNothing: 'Aucun billet n’a été acheté avec cet e-mail. Essayez-en un autre.',
  bright: 'À l’entrée, augmentez la luminosité de votre écran.',
  used: (when) => `Utilisé ${when}`,
  code: 'Code',
  showCode: 'Afficher le code',
  nthOf: (nth, of) => `${nth} sur ${of}`,
  holder: 'Pour',
  pdf: 'PDF',
  calendar: 'Agenda',
  calendarOfGigs: 'Programme pour l’agenda',
  wallets: { pkpass: 'Ajouter à Apple Wallet', google: 'Ajouter à Google Wallet' },
  walletsHint:
    'La carte montre le billet tel qu’il est maintenant. Une fois le billet transféré, elle ne donne plus accès.',
  festivalPage: 'Festival',
  qr: 'Code du billet à présenter à l’entrée',
  guest: 'Vous avez acheté sans compte : vos billets sont sur cet appareil et dans votre e-mail.',
  undeliverable: (email) => `Nos e-mails à ${email} nous reviennent.`,
  undeliverableGuest: 'Corrigez votre e-mail ci-dessous et nous renverrons vos billets.',
  undeliverableFan:
    'Vérifiez que votre boîte aux lettres existe et n’est pas pleine. Vos billets restent disponibles ici.',
  noMail: 'Pas d’e-mail reçu, ou adresse erronée ?',
  sendAgain: 'Renvoyer l’e-mail',
  sentAgain: 'L’e-mail est en route.',
  sentEnough:
    'Il a déjà été envoyé plusieurs fois. Regardez dans les indésirables ou réessayez dans une heure.',
  notMailed: 'Cette boutique n’envoie pas d’e-mails : vos billets sont ici.',
  unfinished: 'Vous avez une commande qui n’est pas encore payée.',
  finish: 'La terminer',
  find: 'Trouver un festival',

  // Signing in.
  signInTitle: 'Connexion',
  signOut: 'Se déconnecter',
  signInLead:
    'Nous vous envoyons six chiffres par e-mail : pas besoin de mot de passe. Si vous êtes nouveau ici, ils créent votre compte.',
  signInGuest: (email) =>
    `Avec un code envoyé à ${email}, vos achats faits avec cette adresse rejoignent votre compte.`,
  signInNeedsScript: 'Pour vous connecter, activez JavaScript dans votre navigateur.',
  mailCode: 'Recevoir un code',
  signInAgain:
    'Connectez-vous encore une fois, pour que personne d’autre n’ajoute sa clé d’accès sur cet appareil.',
  byPasskey: 'Se connecter avec une clé d’accès',
  notByPasskey: 'Aucune clé d’accès n’a été utilisée. Réessayez ou connectez-vous par e-mail.',
  unknownPasskey: 'Cette clé d’accès n’est pas connue ici. Connectez-vous par e-mail.',
  byPassword: 'Utiliser un mot de passe',
  sixDigits: 'Six chiffres',
  codeSent: (email) => `Nous avons envoyé six chiffres à ${email}. Ils sont valables dix minutes.`,
  newAccount: 'C’est votre première visite. Quel est votre nom ?',
  firstName: 'Prénom',
  lastName: 'Nom',
  otherEmail: 'Autre e-mail',
  password: 'Mot de passe',
  forgot: 'Mot de passe oublié ?',
  resetSent: (email) => `S’il existe un compte pour ${email}, un e-mail avec un lien est en route.`,
  needsEmail: 'Indiquez votre e-mail.',
  needsNames: 'Indiquez votre prénom.',
  badDigits: 'Saisissez les six chiffres de l’e-mail.',
  wrongDigits: 'Ces chiffres sont faux ou trop anciens. Réessayez ou demandez-en de nouveaux.',
  wrongPassword: 'L’e-mail ou le mot de passe est incorrect.',
  factorText:
    'Saisissez le code qu’affiche votre application d’authentification, ou un code de secours.',
  factorCode: 'Code de l’application',
  wrongFactor: 'Le code est faux ou a déjà servi.',
  noFactor:
    'Votre compte doit avoir un second facteur. Ajoutez-le d’abord dans la console, puis connectez-vous ici.',
  signInRefused: {
    too_many_mails:
      'Plusieurs codes ont déjà été envoyés à cette adresse. Utilisez le dernier ou réessayez dans une heure.',
    too_many_failures: 'Trop de tentatives. Attendez une minute.',
  },
  resetTitle: 'Choisissez un nouveau mot de passe',
  newPassword: 'Nouveau mot de passe',
  passwordRule: 'Au moins 8 caractères.',
  setPassword: 'Enregistrer le mot de passe',
  shortPassword: 'Utilisez au moins 8 caractères.',
  weakPassword:
    'Choisissez un autre mot de passe : celui-ci est trop court, trop long ou facile à deviner.',
  passwordSet: 'Votre mot de passe est enregistré et vous êtes déconnecté partout.',
  resetRefused: 'Ce lien a déjà été utilisé, est trop ancien ou incomplet.',
  askAgain: 'Demander un autre lien',
  console: 'Console',
}
