/** Kinds of places, in Spanish. */
import type { Catalogue } from '../catalogues.ts'

export const placeKinds: Catalogue['placeKinds'] = {
  stage: 'escenario',
  food: 'comida',
  drink: 'bebidas',
  toilet: 'aseos',
  medical: 'primeros auxilios',
  info: 'información',
  parking: 'aparcamiento',
  camping: 'acampada',
  entrance: 'entrada',
  exit: 'salida',
  charging: 'carga',
  locker: 'taquillas',
  other: 'otros',
}
