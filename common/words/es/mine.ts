/** Texts of a fan's own timetable, in Spanish. */
import type { Catalogue } from '../catalogues.ts'
import { count } from '../numbers.ts'

export const mine: Catalogue['mine'] = {
  title: 'Mi horario',
  now: (gig, until) => `Ahora: ${gig}, hasta las ${until}.`,
  next: (gig, when) => `Después: ${gig}, ${when}.`,
  nextIn: (time, wait) => `${time}, en ${wait}`,
  // On a festival's page.
  heart: (name) => `Quiero ver a ${name}`,
  open: (chosen) => (chosen === 0 ? 'Mi horario' : `Mi horario (${count(chosen)})`),
  kept: 'Guardado en este navegador. Inicie sesión para tenerlo en todas partes.',
  notKept: 'Este navegador no guarda nada. Inicie sesión para elegir conciertos.',
  full: 'No cabe más en un horario. Quite algo primero.',
  failed: 'No ha funcionado. Compruebe la conexión e inténtelo de nuevo.',

  // The page.
  shared: 'Una selección de conciertos',
  sharedLead: 'Alguien comparte lo que quiere ver.',
  own: 'Crear su propio horario',
  nextTitle: 'Para usted',
  calendar: 'Añadir al calendario',
  subscribe: 'Suscribirse en el calendario',
  subscribeHint: 'para recibir cada cambio automáticamente.',
  share: 'Compartir',
  shareHint: 'Un enlace a estos conciertos, para quien lo tenga. No muestra nada más de usted.',
  copied: 'Enlace copiado.',
  more: 'Añadir conciertos',
  empty: 'Aún no ha elegido nada',
  emptyHow:
    'Toque el corazón junto a un concierto en los horarios del festival. Lo que elija aparece aquí por días, con lo que coincide y las distancias.',
  emptyShared: 'Estos conciertos ya no están en el programa.',
  toTimetable: 'Ver los horarios',
  needsScript: 'Para elegir conciertos hay que activar JavaScript en el navegador.',
  inBrowser: 'Este horario está guardado solo en este navegador.',
  signIn: 'Inicie sesión',
  toKeep: 'para tenerlo en todos sus dispositivos.',
  notMerged:
    'Parte de lo guardado en este navegador aún no está en su cuenta. Se conserva y se intentará de nuevo en su próxima visita.',
  festivalCancelled: 'Este festival no se celebra.',

  // A gig.
  someGig: 'Un concierto que eligió',
  tba: 'Por anunciar',
  open_time: 'Hora por anunciar',
  gone: 'Ya no está en el programa',
  take: (name) => `Quitar ${name}`,
  takeShort: 'Quitar',
  cancelled: 'Cancelado',
  movedFrom: (before, now) =>
    `Cambio de hora: antes ${before ?? 'por anunciar'}, ahora ${now ?? 'por anunciar'}`,
  seen: 'Entendido',
  seenOf: (name) => `Entendido: ${name} cambió de hora`,
  clash: ([one, other], from, until) => `${one} y ${other} coinciden de ${from} a ${until}.`,
  keepOne: (name) => `Solo ${name}`,
  both: 'Conservar ambos',
  walk: (minutes, stage) => `Unos ${minutes} min a pie hasta ${stage}`,
  tight: (minutes) => (minutes < 1 ? 'sin tiempo entre ambos' : `solo ${minutes} min entre ambos`),
}
