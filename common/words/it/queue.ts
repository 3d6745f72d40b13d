/** Texts of a sale's waiting room, in Italian. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf } from '../numbers.ts'

const { counted, plural } = pluralsOf('it')

const inTurn = 'In vendita a turno, per sorteggio'

export const queue: Catalogue['queue'] = {
  // On a festival's page.
  title: 'Sala d’attesa',
  inTurn,
  inTurnText: (opens, draw) =>
    `Per i biglietti con «${inTurn}» serve un turno. Entri nella sala d’attesa tra ${opens} e ${draw}: non importa chi arriva prima.`,
  inTurnDrawn: `Per i biglietti con «${inTurn}» serve un turno. La sala d’attesa le dice quando è il suo.`,
  enterRoom: 'Entra nella sala d’attesa',

  // Explanation of the procedure.
  how: 'Come funziona',
  steps: [
    'Non importa chi arriva prima: tutti quelli che entrano prima del sorteggio hanno le stesse possibilità.',
    'Il sorteggio mette tutti in un ordine che nessuno può scegliere né conoscere prima, e che chiunque può verificare dopo.',
    'Quando è il suo turno può acquistare. Può chiudere questa pagina in qualsiasi momento: il suo numero resta.',
  ],
  opens: 'Apertura',
  draw: 'Sorteggio',
  groups: 'Amici',
  groupsOf: (most) => `Fino a ${count(most)} persone possono condividere un numero`,
  left: 'Ancora disponibili',
  needsScript: 'La sala d’attesa richiede JavaScript, che in questo browser è disattivato.',
  needsHttps: 'La sala d’attesa richiede una connessione sicura: apra questa pagina con https.',
  festivalOver: 'La vendita è conclusa.',

  // Progress of the queue.
  announced: 'Non ancora aperta',
  announcedText: (opens) => `Potrà entrare a partire da: ${opens}.`,
  opensIn: (span) => `Apre tra ${span}`,
  open: 'Entri ora',
  openText: (draw) => `Chi è entrato partecipa al sorteggio: ${draw}.`,
  drawIn: (span) => `Sorteggio tra ${span}`,
  entered: (people) =>
    plural(people, {
      one: `Finora è stato assegnato ${count(people)} numero.`,
      other: `Finora sono stati assegnati ${count(people)} numeri.`,
    }),
  drawing: 'Il sorteggio',
  drawingText: (entries, at) =>
    `${counted(entries, { one: 'iscrizione è fissata', other: 'iscrizioni sono fissate' })} da ${at}: nessuna può essere aggiunta, tolta o cambiata. Ora arriva un numero casuale che nessuno può ancora conoscere.`,
  drawnIn: (span) => `Il numero casuale arriva tra ${span}`,
  drawnSoon: 'Il numero casuale arriva da un momento all’altro.',
  root: 'Ciò che fissa le iscrizioni (un hash su tutte):',
  serving: 'Si acquista a turno',
  servingText:
    'L’ordine è sorteggiato. Può ancora prendere un numero: viene dopo tutti quelli sorteggiati.',
  checkDraw: 'Verifica il sorteggio',

  // The visitor's own number.
  account: 'Per entrare serve un account con un’e-mail confermata.',
  signIn: 'Acceda per entrare',
  enter: 'Prendi un numero',
  working: 'Un attimo: il suo browser esegue un breve calcolo, che rallenta i bot.',
  in: 'È in sala d’attesa',
  number: (number) => `Il suo numero: ${count(number)}`,
  inText: 'Il suo numero partecipa al sorteggio. Può chiudere questa pagina e tornare.',
  drawnText: 'Il suo numero partecipa al sorteggio.',
  lateText:
    'È arrivato dopo il sorteggio: viene dopo tutti quelli sorteggiati, in ordine di arrivo.',
  waitText: 'Tenga aperta questa pagina, o torni più tardi: il suo posto resta.',
  confirmFirst: 'Il mio account: confermare l’e-mail',
  place: 'Il suo posto',
  ahead: 'Prima di lei',
  people: (people) => counted(people, { one: 'numero', other: 'numeri' }),
  perMinute: 'Turni nell’ultimo minuto',
  wait: 'Attesa stimata',
  about: (span) => `circa ${span}`,
  standsStill: 'Al momento è ferma',
  standsStillText:
    'Hanno un turno tante persone quanti sono i biglietti rimasti. Se qualcuno non acquista, tocca alle successive.',
  progress: 'A che punto è la coda',
  inLine: 'È in coda',
  turn: 'È il suo turno',
  turnText:
    'Ora può acquistare, con un solo ordine. Il suo turno vale finché ci sono biglietti; dopo dieci minuti tocca anche alla persona successiva.',
  used: 'Ha usato il suo turno',
  usedText:
    'Ogni turno vale per un ordine, e il suo è aperto o pagato. Se vi rinuncia, può scegliere di nuovo.',
  toOrder: 'Al mio ordine',
  buy: 'Scegli i biglietti',
  soundOn: 'Avvisami con un suono quando è il mio turno',
  soundOff: 'Un suono la avviserà',

  // Groups.
  group: 'Insieme agli amici',
  groupText: (most) =>
    `Fino a ${count(most)} persone possono condividere il suo numero, fino al sorteggio. Il loro turno è il suo, e ciascuna può acquistare.`,
  invite: 'Condividi il link',
  copied: 'Il link è stato copiato.',
  notCopied: (link) => `Copi questo link: ${link}`,
  shared: (people, most) =>
    plural(people, {
      one: `${count(people)} persona su ${count(most)} ha questo numero.`,
      other: `${count(people)} persone su ${count(most)} hanno questo numero.`,
    }),
  inGroup: 'Condivide il numero di un amico: avete il turno insieme.',
  invited:
    'Un amico condivide un numero con lei. Prima prenda un numero: poi può rinunciarvi per avere il suo.',
  join: 'Condividi il numero del mio amico',
  joinTitle: 'Condividere il numero del suo amico?',
  joinText: (number) =>
    `Rinuncia al proprio numero, ${count(number)}, per quello del suo amico. Non potrà riaverlo.`,
  joinButton: 'Rinuncio al mio e condivido il suo',
  joinBack: 'Tengo il mio',
  joined: 'Ora condivide il numero del suo amico.',

  // Changes.
  moved: (before, now) =>
    `Il sorteggio è stato spostato da ${before} a ${now}. Tutti i numeri restano come sono.`,
  gotIt: 'Ho capito',
  changedTitle: 'Ciò che era fissato è stato cambiato',
  changed: {
    entries: (before, now) =>
      `Le iscrizioni erano fissate prima del sorteggio e non devono mai cambiare. Questa pagina ha visto ${before}. Ora il servizio mostra ${now}.`,
    round: (before, now) =>
      `Il numero casuale che decide era fissato come round ${before} di drand. Ora il servizio indica ${now}.`,
    seed: () => 'L’ordine di questa coda era già sorteggiato. Ora il servizio ne mostra un altro.',
    number: (before, now) => `Il suo numero era ${before}. Ora il servizio dice che è ${now}.`,
  },
  changedAdvice:
    'Non si fidi di questo sorteggio. Fotografi questa pagina e chieda all’organizzatore.',
  nothing: 'nulla',
  none: 'Non c’è nessuna sala d’attesa',
  noneText: 'Nulla di questo festival si vende a turno.',
  cancelled: 'La sala d’attesa è stata annullata',
  cancelledText:
    'Tutti i numeri sono nulli. I biglietti si vendono senza sala d’attesa: per acquistare non serve un turno.',
  anew: 'La coda in cui aveva un numero è stata annullata. Questa è nuova: prenda di nuovo un numero.',

  rehearsal:
    'Questa è una prova: la vede solo chi gestisce il festival, e con essa non si vende nulla.',
  noRehearsal:
    'Per questo account non c’è nessuna prova. Chi gestisce il festival la avvia nella console.',

  // Refusals, and a missing answer.
  offline: 'Nessuna connessione. Il suo numero resta, e questa pagina prosegue da sola.',
  silent: 'Il servizio non risponde. Il suo numero resta, e questa pagina riprova da sola.',
  refused: {
    queue_not_open: 'La sala d’attesa non è ancora aperta.',
    queue_drawn: 'Il sorteggio è iniziato: i gruppi restano come sono.',
    group_full: 'Questo gruppo è al completo, o si è unito a un altro.',
    has_group: 'Altri condividono il suo numero: lo perderebbero.',
    email_not_proven: 'Prima confermi la sua e-mail, poi prenda un numero.',
    too_many_requests: 'Dalla sua rete entrano moltissime persone. Riprovi tra un minuto.',
    invalid: 'Non ha funzionato. Ricarichi la pagina e riprovi.',
    not_found: 'In questa sala d’attesa non c’è questo numero.',
    unauthorized: 'L’accesso è stato chiuso. Acceda e riprovi.',
  },
}
