/** Texts of the page that proves the draw of a waiting room, in Italian. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf } from '../numbers.ts'

const { counted } = pluralsOf('it')

export const proof: Catalogue['proof'] = {
  title: 'Verifica il sorteggio',
  lead: 'Il suo browser ora legge tutto ciò che il servizio ha pubblicato di questo sorteggio, e ricalcola tutto da solo.',
  notYet: 'Ancora nulla da verificare',
  notYetText: (draw) => `Le iscrizioni vengono fissate e pubblicate al sorteggio: ${draw}.`,
  toRoom: 'Alla sala d’attesa',
  reading: (part, parts) =>
    `Lettura delle iscrizioni: ${count(part)} di ${counted(parts, { one: 'parte', other: 'parti' })}`,
  checking: 'Calcolo in corso…',
  progress: 'Quanto del sorteggio è stato letto e verificato',
  done: (seconds, entries) =>
    `${counted(entries, { one: 'iscrizione verificata', other: 'iscrizioni verificate' })} in ${counted(seconds, { one: 'secondo', other: 'secondi' })}.`,
  failed:
    'Non è stato possibile leggere il sorteggio. Controlli la connessione e ricarichi la pagina.',
  broken:
    'Il suo browser non è riuscito a calcolarlo. Provi un altro browser, o il comando qui sotto.',

  right: 'Tutto corrisponde',
  rightText:
    'Nessuno è stato spostato, aggiunto o escluso dopo che le iscrizioni sono state fissate.',
  half: 'Tutto corrisponde, ma il caso non è dimostrato',
  wrong: 'Questo sorteggio non è quello promesso',
  wrongText: 'Conservi il file qui sotto: mostra che cosa non va. Chieda all’organizzatore.',
  notDrawn: 'Finora le iscrizioni sono corrette; l’ordine non è ancora sorteggiato',

  ok: 'Corrisponde',
  bad: 'Non corrisponde',
  open: 'Non dimostrato',
  checks: {
    entries: 'L’elenco ha tutte le iscrizioni del sorteggio: nessuna in più, nessuna in meno.',
    root: 'È l’elenco che era fissato prima che si conoscesse l’ordine.',
    randomness: 'Il numero casuale è quello del round, o quello su cui c’era un impegno.',
    fixed_before:
      'Nessuno poteva conoscere il numero casuale quando le iscrizioni sono state fissate.',
    seed: 'L’ordine deriva soltanto dall’elenco e dal numero casuale.',
    receipt: 'Il servizio ha firmato che il suo numero è suo.',
    listed: 'La sua iscrizione è nell’elenco, con il numero che determina il suo turno.',
  },
  organizer:
    'Il numero casuale è un seed su cui l’organizzatore si era impegnato: avrebbe potuto sceglierlo.',
  missed:
    'Il round di drand è mancato, o è arrivato prima che le iscrizioni fossero fissate: l’ordine deriva da un seed del servizio.',

  order: 'L’ordine',
  first: 'I primi nell’ordine hanno i numeri',
  own: 'La sua iscrizione',
  place: (place, entries) => `Il suo posto è ${count(place)} di ${count(entries)}.`,
  late: (place) => `È arrivato dopo il sorteggio. Il suo posto è ${count(place)}.`,
  ownNone: 'Non ha un numero in questa sala d’attesa.',
  signIn: 'Acceda per verificare la sua iscrizione',

  figures: 'Che cosa è stato pubblicato',
  entries: 'Iscrizioni',
  root: 'Hash su tutte le iscrizioni',
  fixed: 'Iscrizioni fissate',
  round: 'Round di drand',
  seed: 'Seed dell’ordine',
  file: 'Un file da conservare',
  fileText:
    'Tutto in un unico file. Chi lo ha può verificare il sorteggio in seguito, senza chiedere al servizio:',
  save: 'Salva il file',
}
