/** Texts of a fan's account other than its news and orders, in French. */
import type { Catalogue } from '../catalogues.ts'

export const passkeys: Catalogue['passkeys'] = {
  title: 'Clés d’accès',
  text: 'Connectez-vous avec l’empreinte, le visage ou le code qui déverrouille votre appareil. Pas de mot de passe, et rien qui puisse être deviné ou volé par une fausse page.',
  notHere: 'Ce navigateur ne peut pas ajouter de clé d’accès ici.',
  name: 'Nom de cet appareil',
  usualName: 'Mon appareil',
  add: 'Ajouter une clé d’accès',
  added: (day) => `Ajoutée le ${day}.`,
  used: (day) => `Dernière utilisation le ${day}.`,
  unused: 'Pas encore utilisée.',
  remove: (name) => `Supprimer la clé d’accès ${name}`,
  removeShort: 'Supprimer',
  notMade: 'Aucune clé d’accès n’a été ajoutée. Vous pouvez réessayer.',
  known: 'Cet appareil a déjà une clé d’accès pour votre compte.',
}

export const calendar: Catalogue['calendar'] = {
  name: 'Mes festivals',
  title: 'Agenda',
  text: 'Les festivals pour lesquels vous avez des billets et les concerts que vous voulez voir, dans l’agenda de votre téléphone ou de votre ordinateur. Il suit chaque changement.',
  on: 'Votre agenda a une adresse, qui n’est plus affichée. Si vous l’avez perdue, créez-en une nouvelle : l’ancienne ne fonctionnera plus.',
  address: 'Adresse de votre agenda',
  once: 'Elle n’est affichée que maintenant. Quiconque la possède peut lire votre agenda.',
  open: 'Ouvrir dans votre agenda',
  copy: 'Copier l’adresse',
  make: 'S’abonner dans votre agenda',
  anew: 'Créer une nouvelle adresse',
  end: 'Supprimer l’adresse',
  ended: 'L’adresse ne fonctionne plus. Supprimez l’abonnement dans votre application d’agenda.',
}

export const push: Catalogue['push'] = {
  device: 'Notifications sur cet appareil',
  deviceText:
    'Ce que vous lisez ici s’affiche aussi sur cet appareil quand aucune page n’est ouverte.',
  deviceOn: 'Elles sont activées.',
  deviceOff: 'Elles sont désactivées.',
  turnOn: 'Activer',
  turnOff: 'Désactiver',
  deviceDenied:
    'Ce navigateur bloque les notifications de ce site. Pour les autoriser, ouvrez les réglages du site à côté de l’adresse, autorisez les notifications, puis rechargez la page.',
  deviceAsked:
    'Ce navigateur n’a pas autorisé les notifications. Activez-les à nouveau et choisissez « Autoriser ».',
  deviceNone:
    'Ce navigateur ne peut pas afficher les notifications de ce site. Sur un iPhone ou un iPad, ajoutez cette page à l’écran d’accueil et ouvrez-la depuis celui-ci.',
  deviceFailed:
    'Le navigateur n’a pas pu joindre son service de notifications. Réessayez plus tard.',
  tooManyDevices:
    'Elles sont déjà activées dans 20 navigateurs. Désactivez-les d’abord dans l’un d’eux.',
}

export const settings: Catalogue['settings'] = {
  title: 'Notifications',
  text: 'Les e-mails concernant les achats, les remboursements et les festivals annulés sont toujours envoyés.',
  ways: { notice: 'Ici', push: 'Sur mes appareils', mail: 'Par e-mail' },
  topics: {
    purchases: 'Achats, remboursements, festivals annulés',
    festivals: 'Changements des festivals pour lesquels j’ai un billet',
    reminders: 'La veille d’un festival',
    messages: 'Messages des organisateurs des festivals pour lesquels j’ai un billet',
    transfers: 'Billets transférés',
    waiting_list: 'Listes d’attente',
    queues: 'Salles d’attente des ventes',
    follows: 'Artistes, organisateurs et genres que je suis',
    rewards: 'Badges et niveaux',
    managing: 'Ce que je gère',
  },
  saved: 'Enregistré.',

  off: 'Moins d’e-mails',
  ask: (topic) => `Ne plus recevoir d’e-mails à ce sujet : ${topic} ?`,
  askText:
    'Vous retrouverez les nouveautés dans votre compte, où vous pouvez réactiver ces e-mails.',
  offButton: 'Ne plus recevoir',
  done: 'C’est fait',
  doneText: (topic) => `Vous ne recevrez plus d’e-mails à ce sujet : ${topic}.`,
  over: 'Ce lien n’est plus valable',
  overText:
    'Il concernait une autre adresse, ou vous avez réactivé ces e-mails depuis. Dans votre compte, vous choisissez les e-mails que vous recevez.',
  account: 'Mon compte',
}

export const sessions: Catalogue['sessions'] = {
  title: 'Où vous êtes connecté',
  here: 'Ce navigateur',
  since: (day) => `Connecté le ${day}.`,
  used: (day) => `Dernière utilisation le ${day}.`,
  end: (name) => `Terminer la session de ${name}`,
  endShort: 'Terminer',
  ended: 'La session est terminée.',
}
