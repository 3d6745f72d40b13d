/** Texts of a fan's own timetable, in Italian. */
import type { Catalogue } from '../catalogues.ts'
import { count } from '../numbers.ts'

export const mine: Catalogue['mine'] = {
  title: 'Il mio programma',
  now: (gig, until) => `Ora: ${gig}, fino alle ${until}.`,
  next: (gig, when) => `Poi: ${gig}, ${when}.`,
  nextIn: (time, wait) => `${time}, tra ${wait}`,
  // On a festival's page.
  heart: (name) => `Voglio vedere ${name}`,
  open: (chosen) => (chosen === 0 ? 'Il mio programma' : `Il mio programma (${count(chosen)})`),
  kept: 'Salvato in questo browser. Acceda per averlo ovunque.',
  notKept: 'Questo browser non salva nulla. Acceda per scegliere i concerti.',
  full: 'Un programma non può contenerne di più. Prima ne tolga qualcuno.',
  failed: 'Non ha funzionato. Controlli la connessione e riprovi.',

  // The page.
  shared: 'Una selezione di concerti',
  sharedLead: 'Qualcuno condivide ciò che vuole vedere.',
  own: 'Crei il suo programma',
  nextTitle: 'Per lei',
  calendar: 'Aggiungi al calendario',
  subscribe: 'Abbonati nel calendario',
  subscribeHint: 'per avere lì ogni modifica, da sola.',
  share: 'Condividi',
  shareHint: 'Un link a questi concerti, per chiunque lo abbia. Non mostra altro di lei.',
  copied: 'Il link è stato copiato.',
  more: 'Aggiungi concerti',
  empty: 'Ancora nulla di scelto',
  emptyHow:
    'Tocchi il cuore accanto a un concerto nel programma del festival. Ciò che sceglie è qui, giorno per giorno, con le sovrapposizioni e le distanze.',
  emptyShared: 'Questi concerti non sono più in programma.',
  toTimetable: 'Al programma',
  needsScript: 'Per scegliere i concerti attivi JavaScript nel browser.',
  inBrowser: 'Questo programma è salvato solo in questo browser.',
  signIn: 'Acceda',
  toKeep: 'per averlo su tutti i suoi dispositivi.',
  notMerged:
    'Una parte di ciò che è salvato in questo browser non è ancora nel suo account. Resta salvata, e riproviamo quando torna.',
  festivalCancelled: 'Questo festival non si svolge.',

  // A gig.
  someGig: 'Un concerto che ha scelto',
  tba: 'Da annunciare',
  open_time: 'Orario da annunciare',
  gone: 'Non più in programma',
  take: (name) => `Rimuovi ${name}`,
  takeShort: 'Rimuovi',
  cancelled: 'Annullato',
  movedFrom: (before, now) =>
    `Spostato: prima ${before ?? 'da annunciare'}, ora ${now ?? 'da annunciare'}`,
  seen: 'Ho capito',
  seenOf: (name) => `Ho capito: ${name} è stato spostato`,
  clash: ([one, other], from, until) =>
    `${one} e ${other} si sovrappongono dalle ${from} alle ${until}.`,
  keepOne: (name) => `Solo ${name}`,
  both: 'Tieni entrambi',
  walk: (minutes, stage) => `Circa ${minutes} min a piedi fino a ${stage}`,
  tight: (minutes) => (minutes < 1 ? 'nessun margine tra i due' : `solo ${minutes} min tra i due`),
}
