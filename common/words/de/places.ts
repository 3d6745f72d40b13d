/** Kinds of places, in German. */
import type { Catalogue } from '../catalogues.ts'

export const placeKinds: Catalogue['placeKinds'] = {
  stage: 'Bühne',
  food: 'Essen',
  drink: 'Getränke',
  toilet: 'Toiletten',
  medical: 'Erste Hilfe',
  info: 'Information',
  parking: 'Parkplatz',
  camping: 'Camping',
  entrance: 'Eingang',
  exit: 'Ausgang',
  charging: 'Ladestation',
  locker: 'Schließfächer',
  other: 'Sonstiges',
}
