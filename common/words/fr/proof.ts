/** Texts of the page that proves the draw of a waiting room, in French. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf } from '../numbers.ts'

const { counted } = pluralsOf('fr')

export const proof: Catalogue['proof'] = {
  title: 'Vérifier le tirage',
  lead: 'Votre navigateur lit maintenant tout ce que le service a publié de ce tirage, et refait le calcul lui-même.',
  notYet: 'Il n’y a encore rien à vérifier',
  notYetText: (draw: string) =>
    `Les entrées sont fixées et publiées au moment du tirage : ${draw}.`,
  toRoom: 'Vers la salle d’attente',
  reading: (part: number, parts: number) =>
    `Lecture des entrées : ${count(part)} parties sur ${count(parts)}`,
  checking: 'Calcul en cours…',
  progress: 'Ce qui est lu et vérifié du tirage',
  done: (seconds: number, entries: number) =>
    `${counted(entries, { one: 'entrée vérifiée', other: 'entrées vérifiées' })} en ${counted(seconds, { one: 'seconde', other: 'secondes' })}.`,
  failed: 'Le tirage n’a pas pu être lu. Vérifiez votre connexion et rechargez la page.',
  broken:
    'Votre navigateur n’a pas pu faire le calcul. Prenez un autre navigateur, ou la commande ci-dessous.',

  right: 'Tout est exact',
  rightText: 'Personne n’a été déplacé, ajouté ou oublié après que les entrées étaient fixées.',
  half: 'Tout est exact, mais le hasard n’est pas prouvé',
  wrong: 'Ce tirage n’est pas celui qui était promis',
  wrongText: 'Gardez le fichier ci-dessous : il montre ce qui est faux. Demandez à l’organisateur.',
  notDrawn: 'Les entrées sont exactes ; l’ordre n’est pas encore tiré',

  ok: 'Exact',
  bad: 'Faux',
  open: 'Pas prouvé',
  checks: {
    entries: 'La liste contient chaque entrée du tirage : pas une de plus, pas une de moins.',
    root: 'C’est la liste qui était fixée avant que l’ordre soit connu.',
    randomness: 'Le nombre aléatoire est celui du tour de drand, ou celui qui était déposé.',
    fixed_before:
      'Personne ne pouvait connaître le nombre aléatoire quand les entrées ont été fixées.',
    seed: 'L’ordre découle de la liste et du nombre aléatoire seuls.',
    receipt: 'Le service a signé que votre numéro est le vôtre.',
    listed: 'Votre entrée est dans la liste, avec le numéro qui fait votre tour.',
  },
  organizer:
    'Le nombre aléatoire avait été déposé par l’organisateur : l’organisateur a pu le choisir.',
  missed:
    'Le tour de drand a été manqué, ou est venu avant que les entrées soient fixées : l’ordre vient d’un nombre du service.',

  order: 'L’ordre',
  first: 'Les premiers dans l’ordre ont les numéros',
  own: 'Votre propre entrée',
  place: (place: number, entries: number) =>
    `Votre place est ${count(place)} sur ${count(entries)}.`,
  late: (place: number) => `Vous êtes arrivé après le tirage. Votre place est ${count(place)}.`,
  ownNone: 'Vous n’avez pas de numéro dans cette salle d’attente.',
  signIn: 'Se connecter pour vérifier sa propre entrée',

  figures: 'Ce qui est publié',
  entries: 'Entrées',
  root: 'Empreinte de toutes les entrées',
  fixed: 'Entrées fixées',
  round: 'Tour de drand',
  seed: 'Nombre dont vient l’ordre',
  file: 'Un fichier à garder',
  fileText:
    'Tout en un fichier. Qui l’a peut vérifier le tirage plus tard, sans demander au service :',
  save: 'Enregistrer le fichier',
}
