/** Kinds of places, in Italian. */
import type { Catalogue } from '../catalogues.ts'

export const placeKinds: Catalogue['placeKinds'] = {
  stage: 'palco',
  food: 'cibo',
  drink: 'bevande',
  toilet: 'servizi igienici',
  medical: 'primo soccorso',
  info: 'informazioni',
  parking: 'parcheggio',
  camping: 'campeggio',
  entrance: 'entrata',
  exit: 'uscita',
  charging: 'ricarica',
  locker: 'armadietti',
  other: 'altro',
}
