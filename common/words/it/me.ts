/** Texts of a fan's own pages, in Italian. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'

const { counted, plural } = pluralsOf('it')

const ticketsOf = (quantity: number): string =>
  counted(quantity, { one: 'biglietto', other: 'biglietti' })
const pointsOf = (points: number): string => counted(points, { one: 'punto', other: 'punti' })

export const me: Catalogue['me'] = {
  own: 'Il suo spazio',
  account: 'Il mio account',

  // Actions on a ticket.
  handOn: 'Cedi',
  handOnTitle: (name) => `Cambio nominativo: ${name}`,
  handOnText:
    'Avvisiamo chi usa questa e-mail. Il biglietto resta suo finché l’altra persona non lo accetta, per sette giorni e al massimo fino all’inizio del festival. Dopo, il suo codice non dà più diritto all’ingresso; un eventuale rimborso spetta comunque a lei.',
  handOnEmail: 'E-mail del nuovo intestatario',
  handOnNeedsEmail: 'Inserisca l’e-mail del nuovo intestatario.',
  handOnButton: 'Offri il biglietto',
  notThisEmail: 'È la sua stessa e-mail, oppure non è un’e-mail.',
  offeredTo: (email, until) =>
    `Offerto a ${email ?? 'un’altra persona'}, scadenza ${until}. Finché non viene accettato, è suo.`,
  takeBack: 'Ritira l’offerta',

  giveBack: 'Passa alla prossima persona in lista',
  giveBackTitle: (name) => `Passa alla prossima persona in lista: ${name}`,
  giveBackText: (most) =>
    `Il suo biglietto viene offerto alla prima persona in lista d’attesa. Finché qualcuno non lo acquista resta suo e valido, e può ritirarlo. Poi termina, e riceve quanto ha pagato oppure il prezzo di oggi, se è più basso: al massimo ${sum(most)}.`,
  giveBackLeft: (left: number) =>
    `Di questi biglietti ne restano in vendita ${count(left)} e nessuno aspetta il suo: potrebbe non vendersi mai.`,
  giveBackButton: 'Offri',
  returned: (euros) =>
    `Offerto alla prossima persona in lista. Quando qualcuno lo acquista, le tornano ${sum(euros)}. Fino ad allora è suo.`,
  keep: 'Tieni il biglietto',

  cancel: 'Annulla con rimborso',
  cancelTitle: (name) => `Annulla: ${name}`,
  cancelText: (euros, percent) =>
    `Le vengono rimborsati ${sum(euros)}${percent < 100 ? `, il ${percent} % di quanto ha pagato` : ''}. Il biglietto termina subito e non dà più diritto all’ingresso. L’operazione non si può annullare.`,
  cancelPoints: (points, percent) =>
    `Dei ${pointsOf(points)} che ha usato le torna il ${percent} %.`,
  cancelUntil: (until) => `È possibile fino a: ${until}.`,
  cancelButton: (euros) => `Annulla il biglietto, rimborso di ${sum(euros)}`,

  manage: 'Invia a un amico o restituisci',
  manageGuest: 'Con un account può anche cederlo a un amico.',
  notNow: 'Indietro',
  gone: 'Qualcosa è cambiato. Ricarichi la pagina.',

  // Tickets that are offered to the fan.
  forYou: 'Offerti a lei',
  offers: (sender, name) => `${sender} le offre: ${name}`,
  acceptUntil: (until) => `Lo accetti entro: ${until}.`,
  accept: 'Accetta il biglietto',
  decline: 'No, grazie',
  declineTitle: 'Rifiutare questo biglietto?',
  declineText: (sender) => `Il biglietto resta a ${sender}. L’operazione non si può annullare.`,
  declineButton: 'Rifiuta',
  offeredSignIn:
    'Le è stato offerto un biglietto. Acceda con l’e-mail a cui abbiamo scritto: la aspetta qui.',
  offeredProve: 'Per vedere i biglietti che le vengono offerti, confermi la sua e-mail.',
  mailConfirmation: 'Inviami un link',
  confirmationSent: 'L’e-mail è in arrivo. Apra il link su questo dispositivo.',

  // Waiting for sold-out items.
  waiting: 'Lista d’attesa',
  held: (quantity, name) =>
    `${ticketsOf(quantity)} ${plural(quantity, { one: 'riservato', other: 'riservati' })} per lei: ${name}`,
  heldUntil: (until) => `Acquisti entro: ${until}. Poi tocca alla prossima persona in lista.`,
  buyHeld: 'Acquista ora',
  dropHeld: 'Non lo voglio',
  dropTitle: 'Rinunciare a ciò che è riservato per lei?',
  dropText: 'Viene offerto alla prossima persona in lista. L’operazione non si può annullare.',
  dropButton: 'Rinuncia',
  inLine: (quantity, name) => `È in attesa di ${ticketsOf(quantity)}: ${name}`,
  position: (position) =>
    position === 1 ? 'È il primo posto in lista.' : `Il suo posto: ${count(position)}.`,
  weMail: 'Le scriviamo quando è il suo turno.',
  leave: 'Esci dalla lista',
  join: 'Entra in lista d’attesa',
  joinTitle: (name) => `In attesa: ${name}`,
  joinText:
    'Ciò che si libera viene offerto alla prima persona in lista e riservato per un certo tempo. Quando è il suo turno le scriviamo, indicando la scadenza. Non costa nulla e può uscire in qualsiasi momento.',
  quantity: 'Quanti biglietti',
  joinButton: 'Entra in lista',
  badQuantity: (most) => `Indichi un numero da 1 a ${count(most)}.`,
  soldOutAccount: 'Acceda per entrare in lista d’attesa',

  // Following and sharing.
  follow: (name) => `Segui ${name}`,
  following: (name) => `Segue ${name}`,
  share: 'Condividi',
  copied: 'Il link è stato copiato.',
  notCopied: 'Non è stato possibile copiare il link.',
  festivalsOf: (name) => `Festival di ${name}.`,
  upcoming: 'In arrivo',
  nothingAhead: 'Al momento non è annunciato nulla.',
  past: 'Festival passati',
  moreLater: (more) =>
    `e ${plural(more, { one: 'un altro', other: `altri ${count(more)}` })} più avanti`,

  // The account.
  needsScript: 'Per modificare qualcosa qui attivi JavaScript nel browser.',
  guestTitle: 'Acquista senza account',
  guestText:
    'Con un account i suoi acquisti sono su ogni dispositivo; raccoglie punti e badge, segue artisti, cede biglietti ed entra in lista d’attesa per ciò che è esaurito. Lo creano sei cifre inviate per e-mail: non serve una password.',
  makeAccount: 'Crea un account',
  notices: 'Novità per lei',
  noNotices: 'Ancora nulla. Segua artisti e organizzatori, e qui troverà le loro novità.',
  unread: (unread) =>
    unread === 0 ? 'Tutto letto' : counted(unread, { one: 'non letta', other: 'non lette' }),
  isUnread: 'Non letta',
  markRead: 'Segna come letta',
  markAll: 'Segna tutte come lette',
  isLive: 'Le nuove compaiono da sole.',
  notLive: 'Nessuna connessione: le nuove compaiono quando ritorna.',
  see: 'Vedi',
  follows: 'Segue',
  noFollows:
    'Non segue ancora nessun artista o organizzatore: trova il pulsante sulle loro pagine.',
  unfollow: (name) => `Smetti di seguire ${name}`,
  unfollowShort: 'Smetti di seguire',
  types: { artist: 'Artista', organizer: 'Organizzatore', genre: 'Genere' },
  rewards: 'Punti e badge',
  points: (points) => pointsOf(points),
  level: (level) => `Livello ${count(level)}`,
  toNext: (more, level) =>
    plural(more, {
      one: `Manca ${count(more)} punto al livello ${count(level)}`,
      other: `Mancano ${count(more)} punti al livello ${count(level)}`,
    }),
  topLevel: 'È il livello più alto.',
  benefits: 'I suoi vantaggi',
  badges: 'Badge',
  unlocked: 'Sbloccato',
  progress: (current, target) => `${count(current)} di ${count(target)}`,
  code: 'Codice di una sfida',
  codeHint: 'Se a un festival trova una card con un codice, lo inserisca qui o lo scansioni.',
  claim: 'Raccogli punti',
  needsCode: 'Inserisca il codice.',
  claimed: (points) =>
    points === 0
      ? 'Il codice è valido.'
      : plural(points, {
          one: `${count(points)} punto è suo.`,
          other: `${count(points)} punti sono suoi.`,
        }),
  wrongCode: 'Non c’è nessuna sfida con questo codice.',
  challenges: {
    already_claimed: 'Ha già usato questo codice.',
    inactive: 'Questa sfida è terminata.',
    not_started: 'Questa sfida non è ancora iniziata.',
    ended: 'Questa sfida è terminata.',
    used_up: 'Questa sfida è esaurita.',
    too_many_wrong_codes: 'Troppi codici errati. Attenda dieci minuti.',
    needs_account: 'Per i punti serve un account. Prima ne crei uno.',
  },
  membership: 'Abbonamento',
  memberUntil: (name, until) => `${name}, fino a: ${until}.`,
  memberEnds: 'Termina da solo, senza altri addebiti.',
  noMembership: 'Non ne ha nessuno.',
  orders: 'Ordini',
  noOrders: 'Non ha ancora acquistato nulla.',
  refundedOf: (euros) => `Rimborso: ${sum(euros)}`,
  orderPdf: 'Biglietti in PDF',
  details: 'I suoi dati',
  firstName: 'Nome',
  lastName: 'Cognome',
  saveName: 'Salva il nome',
  nameSaved: 'Il nome è stato salvato.',
  needsNames: 'Inserisca il nome.',
  proven: (email) => `${email} è confermata.`,
  notProven: (email) =>
    `${email} non è confermata. Fino ad allora non le si possono offrire biglietti e non può entrare nelle liste d’attesa.`,
  confirmed: 'La sua e-mail è confermata.',
  notConfirmed: 'Questo link è già stato usato, è scaduto o è di un altro account.',
  data: 'Dati personali',
  exportText: 'Tutto ciò che è memorizzato su di lei, in un file.',
  exportButton: 'Scarica i dati',
  exported: 'Il file è stato salvato.',
  exportName: 'i-miei-dati-festival.json',
  erase: 'Elimina l’account',
  eraseTitle: 'Eliminare il suo account?',
  eraseText: [
    'Nome, e-mail, ciò che segue, novità, punti, badge e abbonamento vengono eliminati, ed esce da tutte le liste d’attesa. I suoi acquisti restano nella contabilità senza il suo nome; fatture e note di credito restano come sono state emesse, per dieci anni.',
    'Qui non potrà più aprire i suoi biglietti e nulla viene rimborsato: prima li scarichi. L’operazione non si può annullare.',
  ],
  eraseField: 'La sua e-mail, per conferma',
  eraseOther: 'Questa non è l’e-mail del suo account.',
  eraseButton: 'Elimina definitivamente',
  lastAdmin: 'Lei è l’ultimo amministratore: prima affidi il ruolo a un’altra persona.',

  /** Confirmations of completed actions, by their name in the address. */
  done: {
    passkey: 'La passkey è stata aggiunta: d’ora in poi può usarla per accedere.',
    'passkey-removed':
      'La passkey è stata rimossa. Può restare nell’elenco del suo dispositivo, ma qui non dà più accesso.',
    offered: 'Il suo biglietto è stato offerto. Abbiamo avvisato l’altra persona.',
    takenBack: 'L’offerta è stata ritirata: il biglietto resta suo.',
    accepted: 'Il biglietto è suo. Il codice precedente non è più valido.',
    declined: 'Ha rifiutato il biglietto.',
    returned: 'Il suo biglietto viene offerto alla prossima persona in lista.',
    kept: 'Il biglietto resta suo.',
    cancelled: 'Il biglietto è terminato. Il denaro torna al mezzo di pagamento usato.',
    left: 'Non è più in attesa.',
    ended: 'È già terminato. Ecco la situazione attuale.',
    erased: 'Il suo account è stato eliminato.',
  },

  /** Refusals, by their codes. */
  refused: {
    transferred: 'Ha già ceduto questo biglietto.',
    transfer_open: 'È offerto a un’altra persona. Prima ritiri quell’offerta.',
    transfer_ended: 'Questa offerta è terminata.',
    too_many_transfers: 'Oggi ha offerto molti biglietti. Riprovi domani.',
    not_transferable: 'Per questo tipo di biglietto il cambio nominativo non è possibile.',
    return_open: 'È offerto alla prossima persona in lista. Prima ritiri quell’offerta.',
    begun: 'Il festival è iniziato.',
    cancelled: 'Il festival è annullato: quanto ha pagato viene rimborsato.',
    already_validated: 'Questo biglietto è già stato usato.',
    revoked: 'Questo biglietto è terminato.',
    refunded: 'Questo biglietto è stato rimborsato.',
    already_refunded: 'Questo biglietto è già stato rimborsato.',
    not_succeeded: 'Questo biglietto non è pagato.',
    disputed: 'La sua banca contesta questo pagamento: attenda la decisione.',
    not_returnable: 'Questo tipo di biglietto non si può restituire.',
    was_free: 'Era gratuito: non c’è nulla da rimborsare.',
    not_on_sale: 'Questi biglietti non sono più in vendita.',
    already_returned: 'È già offerto alla prossima persona in lista.',
    being_bought: 'Un’altra persona lo sta acquistando adesso. Riprovi tra qualche minuto.',
    not_cancelable: 'Questo biglietto non si può annullare.',
    cancel_period_over: 'Il termine per annullare è passato.',
    offer_used: 'È in corso di acquisto, o è già stato acquistato.',
    offer_ended: 'Il tempo di questa offerta è scaduto.',
    available: 'Ci sono di nuovo biglietti: può acquistarli ora.',
    limit: 'È più di quanto una persona possa avere.',
    queue_first: 'Ciò che si libera va prima alle persone nella sala d’attesa.',
    already_waiting: 'È già in attesa di questi biglietti.',
    email_not_proven: 'Prima confermi la sua e-mail: in Il mio account trova come fare.',
    needs_account: 'Serve un account. Prima acceda.',
    too_many_mails: 'Sono già state inviate abbastanza e-mail. Riprovi più tardi.',
    too_many: 'Sono troppi. Riprovi più tardi.',
    already_confirmed: 'La sua e-mail è già confermata. Ricarichi la pagina.',
    unauthorized: 'L’accesso è stato chiuso. Acceda e riprovi.',
  },
}
