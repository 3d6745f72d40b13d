/** Texts of a sale's waiting room, in French. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf } from '../numbers.ts'

const { counted, plural } = pluralsOf('fr')

const inTurn = 'Vendu à tour de rôle, par tirage au sort'

export const queue: Catalogue['queue'] = {
  // On a festival's page.
  title: 'Salle d’attente',
  inTurn,
  inTurnText: (opens: string, draw: string) =>
    `Pour les billets « ${inTurn} », attendez votre tour. Entrez dans la salle d’attente entre ${opens} et ${draw} : peu importe qui arrive en premier.`,
  inTurnDrawn: `Pour les billets « ${inTurn} », attendez votre tour. La salle d’attente vous dit quand il est venu.`,
  enterRoom: 'Entrer dans la salle d’attente',

  // Explanation of the procedure.
  how: 'Comment ça marche',
  steps: [
    'Peu importe qui arrive en premier : tous ceux qui entrent avant le tirage ont la même chance.',
    'Le tirage met tout le monde dans un ordre que personne ne peut choisir ni connaître avant, et que chacun peut vérifier après.',
    'Quand c’est votre tour, vous pouvez acheter. Vous pouvez fermer cette page à tout moment : votre numéro est gardé.',
  ],
  opens: 'Ouverture',
  draw: 'Tirage',
  groups: 'Amis',
  groupsOf: (most: number) => `Jusqu’à ${count(most)} personnes peuvent partager un numéro`,
  left: 'Ce qui reste',
  needsScript: 'La salle d’attente a besoin de JavaScript, qui est désactivé dans ce navigateur.',
  needsHttps: 'La salle d’attente a besoin d’une connexion sûre : ouvrez cette page en https.',
  festivalOver: 'La vente est terminée.',

  // Progress of the queue.
  announced: 'Pas encore ouverte',
  announcedText: (opens: string) => `Vous pourrez entrer à partir de : ${opens}.`,
  opensIn: (span: string) => `Ouverture dans ${span}`,
  open: 'Entrez maintenant',
  openText: (draw: string) => `Tous ceux qui sont entrés participent au tirage : ${draw}.`,
  drawIn: (span: string) => `Tirage dans ${span}`,
  entered: (people: number) =>
    plural(people, {
      one: `${count(people)} numéro a été donné jusqu’ici.`,
      other: `${count(people)} numéros ont été donnés jusqu’ici.`,
    }),
  drawing: 'Le tirage',
  drawingText: (entries: number, at: string) =>
    `${counted(entries, { one: 'entrée est fixée', other: 'entrées sont fixées' })} depuis ${at} : aucune ne peut être ajoutée, retirée ou changée. Vient maintenant un nombre aléatoire que personne ne peut encore connaître.`,
  drawnIn: (span: string) => `Le nombre aléatoire arrive dans ${span}`,
  drawnSoon: 'Le nombre aléatoire arrive d’un instant à l’autre.',
  root: 'Ce qui fixe les entrées (une empreinte de toutes) :',
  serving: 'On achète à tour de rôle',
  servingText:
    'L’ordre est tiré. Vous pouvez encore prendre un numéro : il vient après tous ceux du tirage.',
  checkDraw: 'Vérifier le tirage',

  // The visitor's own number.
  account: 'Pour entrer, il faut un compte avec une adresse e-mail confirmée.',
  signIn: 'Se connecter pour entrer',
  enter: 'Prendre un numéro',
  working: 'Un instant : votre navigateur fait un petit calcul, qui freine les robots.',
  in: 'Vous y êtes',
  number: (number: number) => `Votre numéro : ${count(number)}`,
  inText: 'Votre numéro participe au tirage. Vous pouvez fermer cette page et revenir.',
  drawnText: 'Votre numéro participe au tirage.',
  lateText:
    'Vous êtes arrivé après le tirage : vous venez après tous ceux qui y étaient, dans l’ordre d’arrivée.',
  waitText: 'Gardez cette page ouverte, ou revenez : votre place est gardée.',
  confirmFirst: 'Mon compte : confirmer l’e-mail',
  place: 'Votre place',
  ahead: 'Avant vous',
  people: (people: number) => counted(people, { one: 'numéro', other: 'numéros' }),
  perMinute: 'Appelés dans la dernière minute',
  wait: 'Durée probable',
  about: (span: string) => `environ ${span}`,
  standsStill: 'La file n’avance pas pour le moment',
  standsStillText:
    'C’est le tour d’autant de personnes qu’il reste de billets. Si certaines n’achètent pas, c’est le tour des suivantes.',
  progress: 'Où en est la file',
  inLine: 'Vous êtes dans la file',
  turn: 'C’est votre tour',
  turnText:
    'Vous pouvez acheter maintenant, en une commande. Votre tour vaut tant qu’il y a des billets ; après dix minutes, c’est aussi celui de la personne suivante.',
  used: 'Vous avez commandé à votre tour',
  usedText:
    'Un tour vaut une commande, et la vôtre est ouverte ou payée. Si vous y renoncez, vous pourrez choisir de nouveau.',
  toOrder: 'Vers ma commande',
  buy: 'Choisir des billets',
  soundOn: 'Jouer un son quand c’est mon tour',
  soundOff: 'Un son sera joué',

  // Groups.
  group: 'Y aller entre amis',
  groupText: (most: number) =>
    `Jusqu’à ${count(most)} personnes peuvent partager votre numéro, jusqu’au tirage. C’est leur tour quand c’est le vôtre, et chacun peut acheter.`,
  invite: 'Partager le lien',
  copied: 'Le lien est copié.',
  notCopied: (link: string) => `Copiez ce lien : ${link}`,
  shared: (people: number, most: number) => `${count(people)} sur ${count(most)} ont ce numéro.`,
  inGroup: 'Vous partagez un numéro avec vos amis : c’est votre tour ensemble.',
  invited:
    'On partage un numéro avec vous. Prenez d’abord le vôtre : vous pourrez alors l’échanger contre celui-là.',
  join: 'Prendre le numéro partagé',
  joinTitle: 'Prendre le numéro partagé ?',
  joinText: (number: number) =>
    `Vous renoncez à votre propre numéro, ${count(number)}. Vous ne pourrez pas le reprendre.`,
  joinButton: 'Renoncer au mien et prendre le numéro partagé',
  joinBack: 'Garder le mien',
  joined: 'Vous avez maintenant le numéro partagé.',

  // Changes.
  moved: (before: string, now: string) =>
    `Le tirage est déplacé de ${before} à ${now}. Tous les numéros restent les mêmes.`,
  gotIt: 'Compris',
  changedTitle: 'Ce qui était fixé a été changé',
  changed: {
    entries: (before: string, now: string) =>
      `Les entrées étaient fixées avant le tirage et ne doivent jamais changer. Cette page a vu ${before}. Le service montre maintenant ${now}.`,
    round: (before: string, now: string) =>
      `Le nombre aléatoire qui décide était fixé : le tour ${before} de drand. Le service nomme maintenant ${now}.`,
    seed: () => 'L’ordre de cette file était déjà tiré. Le service en montre maintenant un autre.',
    number: (before: string, now: string) =>
      `Votre numéro était ${before}. Le service dit maintenant que c’est ${now}.`,
  },
  changedAdvice:
    'Ne faites pas confiance à ce tirage. Faites une capture de cette page et demandez à l’organisateur.',
  nothing: 'rien',
  none: 'Il n’y a pas de salle d’attente',
  noneText: 'Rien de ce festival n’est vendu à tour de rôle.',
  cancelled: 'La salle d’attente est annulée',
  cancelledText:
    'Tous les numéros sont sans valeur. Les billets sont vendus sans salle d’attente : aucun tour n’est nécessaire.',
  anew: 'La file où vous aviez un numéro est annulée. En voici une nouvelle : prenez de nouveau un numéro.',

  rehearsal:
    'Ceci est une répétition : seules les personnes qui gèrent le festival la voient, et elle ne vend rien.',
  noRehearsal:
    'Il n’y a pas de répétition pour ce compte. Elle commence dans la console, par une personne qui peut modifier le festival.',

  // Refusals, and a missing answer.
  offline: 'Pas de connexion. Votre numéro est gardé, et cette page continue d’elle-même.',
  silent: 'Le service ne répond pas. Votre numéro est gardé, et cette page réessaie d’elle-même.',
  refused: {
    queue_not_open: 'La salle d’attente n’est pas encore ouverte.',
    queue_drawn: 'Le tirage a commencé : les groupes restent comme ils sont.',
    group_full: 'Ce groupe est complet, ou en a rejoint un autre.',
    has_group: 'D’autres partagent votre numéro : ils le perdraient.',
    email_not_proven: 'Confirmez d’abord votre e-mail, puis prenez un numéro.',
    too_many_requests: 'Beaucoup de gens entrent depuis votre réseau. Réessayez dans une minute.',
    invalid: 'Cela n’a pas marché. Rechargez la page et réessayez.',
    not_found: 'Ce numéro n’existe pas dans cette salle d’attente.',
    unauthorized: 'Vous êtes déconnecté. Connectez-vous et réessayez.',
  },
}
