/** Kinds of places, in French. */
import type { Catalogue } from '../catalogues.ts'

export const placeKinds: Catalogue['placeKinds'] = {
  stage: 'scène',
  food: 'restauration',
  drink: 'boissons',
  toilet: 'toilettes',
  medical: 'premiers secours',
  info: 'informations',
  parking: 'parking',
  camping: 'camping',
  entrance: 'entrée',
  exit: 'sortie',
  charging: 'recharge',
  locker: 'casiers',
  other: 'autre',
}
