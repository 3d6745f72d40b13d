/** Texts of a fan's own timetable, in French. */
import type { Catalogue } from '../catalogues.ts'
import { count } from '../numbers.ts'

export const mine: Catalogue['mine'] = {
  title: 'Mon programme',
  now: (gig, until) => `En ce moment : ${gig}, jusqu’à ${until}.`,
  next: (gig, when) => `Ensuite : ${gig}, ${when}.`,
  nextIn: (time, wait) => `${time}, dans ${wait}`,
  // On a festival's page.
  heart: (name) => `Je veux voir ${name}`,
  open: (chosen) => (chosen === 0 ? 'Mon programme' : `Mon programme (${count(chosen)})`),
  kept: 'Conservé dans ce navigateur. Connectez-vous pour le retrouver partout.',
  notKept: 'Ce navigateur ne conserve rien. Connectez-vous pour choisir des concerts.',
  full: 'Votre programme est plein. Retirez d’abord un concert.',
  failed: 'Cela n’a pas fonctionné. Vérifiez votre connexion et réessayez.',

  // The page.
  shared: 'Une sélection de concerts',
  sharedLead: 'Les concerts choisis par la personne qui partage ce lien.',
  own: 'Composer votre propre programme',
  nextTitle: 'Pour vous',
  calendar: 'Ajouter à votre agenda',
  subscribe: 'S’abonner dans votre agenda',
  subscribeHint: 'pour y recevoir chaque changement automatiquement.',
  share: 'Partager',
  shareHint: 'Un lien vers ces concerts, pour qui le possède. Il ne montre rien d’autre de vous.',
  copied: 'Le lien est copié.',
  more: 'Ajouter des concerts',
  empty: 'Rien de choisi pour l’instant',
  emptyHow:
    'Touchez le cœur à côté d’un concert dans les horaires du festival. Vos choix apparaissent ici, jour par jour, avec les chevauchements et les distances.',
  emptyShared: 'Ces concerts ne sont plus au programme.',
  toTimetable: 'Voir les horaires',
  needsScript: 'Pour choisir des concerts, activez JavaScript dans votre navigateur.',
  inBrowser: 'Ce programme est conservé dans ce navigateur uniquement.',
  signIn: 'Connectez-vous',
  toKeep: 'pour le retrouver sur tous vos appareils.',
  notMerged:
    'Une partie de ce que conserve ce navigateur n’est pas encore dans votre compte. Elle est gardée et sera transférée à votre prochaine visite.',
  festivalCancelled: 'Ce festival n’aura pas lieu.',

  // A gig.
  someGig: 'Un concert que vous avez choisi',
  tba: 'À confirmer',
  open_time: 'Horaire à confirmer',
  gone: 'N’est plus au programme',
  take: (name) => `Retirer ${name}`,
  takeShort: 'Retirer',
  cancelled: 'Annulé',
  movedFrom: (before, now) =>
    `Horaire modifié : avant ${before ?? 'à confirmer'}, désormais ${now ?? 'à confirmer'}`,
  seen: 'Compris',
  seenOf: (name) => `Compris : l’horaire de ${name} a changé`,
  clash: ([one, other], from, until) => `${one} et ${other} se chevauchent de ${from} à ${until}.`,
  keepOne: (name) => `Seulement ${name}`,
  both: 'Garder les deux',
  walk: (minutes, stage) => `Environ ${minutes} min à pied jusqu’à ${stage}`,
  tight: (minutes) =>
    minutes < 1 ? 'aucun temps entre les deux' : `seulement ${minutes} min entre les deux`,
}
