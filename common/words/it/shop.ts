/** Texts of the shop, in Italian. */
import type { Catalogue } from '../catalogues.ts'
import { count, pluralsOf, sum } from '../numbers.ts'
import { billing } from './billing.ts'
import { transfer } from './transfer.ts'

const { counted, plural } = pluralsOf('it')

const declines = {
  insufficient_funds: 'Rifiutato: la carta non ha fondi sufficienti. Ne provi un’altra.',
  expired_card: 'Rifiutato: la carta è scaduta. Ne provi un’altra.',
  incorrect_cvc: 'Rifiutato: il codice di sicurezza è errato.',
  canceled: 'Il pagamento è stato annullato.',
}

export const shop: Catalogue['shop'] = {
  // On a festival's page.
  nights: (nights) => counted(nights, { one: 'notte', other: 'notti' }),
  accountOnly: 'Solo con un account: potrà accedere durante l’acquisto.',
  haveCode: 'Ho un codice',
  checkCode: 'Verifica il codice',
  codeGives: (code, offers) =>
    plural(offers, {
      one: `Con ${code} cambia ${count(offers)} offerta.`,
      other: `Con ${code} cambiano ${count(offers)} offerte.`,
    }),
  codeGivesNothing: (code) => `${code} al momento non dà diritto a nulla.`,
  withoutCode: 'Continua senza il codice',
  instead: (before) => `invece di ${before}`,
  needsScript: 'Per acquistare biglietti attivi JavaScript nel browser.',

  // Checkout.
  checkout: 'Cassa',
  holding: 'Stiamo riservando i suoi biglietti…',
  heldFor: 'Riservato per lei ancora per',
  endsSoon: (minutes) =>
    minutes <= 1
      ? 'I suoi biglietti restano riservati per meno di un minuto.'
      : `I suoi biglietti restano riservati per altri ${count(minutes)} minuti.`,
  timeIsUp: 'Il tempo è scaduto',
  timeIsUpWords:
    'I suoi biglietti sono stati riservati per dieci minuti e ora sono di nuovo in vendita. Non è stato addebitato nulla.',
  again: 'Riprova',
  back: 'Torna al festival',
  total: 'Totale',
  vatOf: (rate) => `IVA ${count(rate)} % inclusa`,
  vatOfSome: (names, vat) => `${names}: ${vat}`,
  feesIncluded: 'Commissioni incluse',
  discount: (code) => `Buono ${code}`,
  voucherAsk: 'Aggiungi un buono',
  voucher: 'Codice del buono',
  apply: 'Applica',
  withoutVoucher: 'Rimuovi',
  withoutVoucherLabel: (code) => `Rimuovi il buono ${code}`,
  membership: 'Abbonamento',
  points: 'Punti',
  pointsHave: (points, worth) =>
    `Ha ${counted(points, { one: 'punto', other: 'punti' })}, per un valore di ${sum(worth)}.`,
  pointsUse: 'Quanti ne vuole usare?',
  pointsAll: 'Tutti quelli possibili',
  pointsUsed: (points) => counted(points, { one: 'punto', other: 'punti' }),
  pointsMost: (most) => `Indichi un numero intero di punti, al massimo ${count(most)}.`,
  pointsGone: 'Ora ha meno punti. Ricarichi la pagina per vedere quanti.',
  contact: 'Dove inviare i biglietti',
  email: 'E-mail',
  emailHint: 'I biglietti vengono inviati a questo indirizzo. Non serve un account.',
  signedInAs: 'Accesso effettuato come',
  haveAccount: 'Ha già un account?',
  needsAccount: 'Un abbonamento è legato a un account: acceda, il suo carrello la aspetta.',
  signIn: 'Accedi',
  billing,
  payment: 'Pagamento',
  simulated:
    'Questo è un negozio di prova: non viene addebitato nulla e non serve una carta. Scelga che cosa succede.',
  pay: (euros) => (euros === 0 ? 'Ottieni i biglietti' : `Paga ${sum(euros)}`),
  transfer,
  outcomes: {
    paid: 'Il pagamento riesce',
    paidHint: 'La carta funziona',
    declined: 'Il pagamento viene rifiutato',
    declinedHint: 'Fondi insufficienti sulla carta',
    asked: 'La banca chiede prima conferma (3-D Secure)',
    askedHint: 'E conferma dopo qualche secondo',
    refused: 'La banca chiede conferma e rifiuta',
    refusedHint: '3-D Secure non viene superato',
  },
  paying: 'Pagamento in corso…',
  asking: 'La sua banca le chiede conferma',
  askingWords: 'Confermi il pagamento presso la sua banca. Questa pagina prosegue da sola.',
  askingSimulated: 'In questo negozio di prova la banca conferma da sola entro pochi secondi.',
  charging: 'Stiamo verificando il pagamento',
  chargingWords:
    'Ci vuole un momento. Può lasciare questa pagina: le inviamo i biglietti per e-mail appena il pagamento è confermato.',
  other: 'Paga in un altro modo',
  soldBy: 'Venduto da',
  noWithdrawal: (names) =>
    ` Il diritto di recesso non si applica a ciò che è previsto per una data o un periodo determinati: ${names}. Le condizioni del venditore indicano che cosa può essere rimborsato.`,
  terms: 'Condizioni di vendita',
  privacy: 'Privacy',
  imprint: 'Chi gestisce il sito',
  accessibility: 'Accessibilità',
  giveUp: 'Annulla l’ordine',
  notSoldHere: 'Non ancora in vendita qui',
  notSoldHereWords:
    'L’organizzatore non ha ancora indicato chi vende questi biglietti, né a quali condizioni.',
  cardAway:
    'Non è possibile caricare il modulo per la carta. Controlli la connessione e ricarichi la pagina.',
  cardWrong: 'Controlli i dati della carta.',
  nothing: 'Ancora nulla da pagare',
  nothingWords: 'Scelga i biglietti sulla pagina di un festival.',
  gone: 'Questo ordine è terminato',
  goneWords: 'Non è stato addebitato nulla.',

  // Refusals.
  oneOfThem: 'Uno degli articoli',
  soldOut: (name, left) =>
    left > 0
      ? `${name}: ${plural(left, { one: `ne resta solo ${count(left)}`, other: `ne restano solo ${count(left)}` })}.`
      : `${name}: esaurito mentre stava scegliendo.`,
  notOnSale: (name) => `${name}: al momento non in vendita.`,
  limit: (name) => `${name}: è più di quanto una persona possa acquistare.`,
  changed: (name) => `${name}: il prezzo è cambiato.`,
  offerEnded: 'Ciò che era riservato per lei non lo è più. Non è stato addebitato nulla.',
  notYourTurn:
    'Questi biglietti si vendono a turno. Non è il suo turno, oppure lo ha già usato per un acquisto.',
  toRoom: 'Alla sala d’attesa',
  offerUsed:
    'Un altro suo ordine acquista già ciò che era riservato per lei. Non è stato addebitato nulla.',
  tooManyHeld:
    'In questo momento molte persone acquistano dalla sua connessione. Riprovi tra qualche minuto.',
  tooManyUnpaid: 'Da qui sono stati iniziati troppi ordini senza pagarli. Riprovi tra un’ora.',
  tooManyHolds: 'Ha altri ordini ancora aperti. Prima ne concluda o ne annulli uno.',
  nothingCharged: 'Non è stato addebitato nulla.',
  declined: (reason) =>
    new Map(Object.entries(declines)).get(reason ?? '') ??
    'Il pagamento è stato rifiutato. Provi a pagare in un altro modo.',
  stillHeld: 'I suoi biglietti sono ancora riservati per lei.',
  noEmail: 'Inserisca la sua e-mail, così i biglietti possono raggiungerla.',
  badEmail: 'Questo non è un indirizzo e-mail. Ne serve uno come nome@example.org.',
  offline: 'Nessuna connessione. Nulla è andato perso: riprovi quando sarà di nuovo online.',
  noAnswerYet:
    'Ancora nessuna risposta: forse manca la rete. Prosegue da solo e Lei paga una sola volta.',
  wrong: 'Qualcosa è andato storto. Riprovi tra un momento.',
  vouchers: {
    voucher_unknown: 'Questo buono non esiste.',
    voucher_other_festival: 'Questo buono vale per un altro festival.',
    voucher_used_up: 'Questo buono è esaurito.',
    voucher_not_started: 'Questo buono non è ancora valido.',
    voucher_ended: 'Questo buono non è più valido.',
    voucher_not_applicable: 'Questo buono non si applica a questi biglietti.',
    voucher_limit: 'Ha già usato questo buono tutte le volte consentite a una persona.',
    too_many_requests: 'Troppi tentativi. Attenda un minuto.',
    opens: 'Alcuni di questi articoli si acquistano solo con il loro buono.',
  },

  // Tickets.
  tickets: 'I miei biglietti',
  thanks: 'Grazie. Ecco i suoi biglietti.',
  mailed: (email) => `Li stiamo inviando a ${email}.`,
  orderNumber: 'Ordine',
  noTickets: 'Ancora nessun biglietto',
  noTicketsHere: 'Ciò che acquista su questo dispositivo compare qui. Se ha un account, acceda.',
  noTicketsYours: 'Ciò che acquista e ciò che altri le cedono compare qui.',
  lost: 'Ha perso il biglietto?',
  lostLead:
    'Inserisca l’e-mail usata per l’acquisto. Le inviamo un codice e i biglietti compaiono qui.',
  lostNeedsScript:
    'Per ritrovare i biglietti attivi JavaScript nel browser. Li trova anche nell’e-mail del suo acquisto.',
  lostShow: 'Mostra i miei biglietti',
  lostNothing: 'Con questa e-mail non è stato acquistato nessun biglietto. Ne provi un’altra.',
  bright: 'All’ingresso, aumenti la luminosità dello schermo.',
  used: (when) => `Usato: ${when}`,
  code: 'Codice',
  showCode: 'Mostra il codice',
  nthOf: (nth, of) => `${nth} di ${of}`,
  holder: 'A nome di',
  pdf: 'PDF',
  calendar: 'Calendario',
  calendarOfGigs: 'Orari per il calendario',
  wallets: { pkpass: 'Aggiungi ad Apple Wallet', google: 'Aggiungi a Google Wallet' },
  walletsHint:
    'Un pass mostra il biglietto com’è adesso. Se il biglietto viene ceduto, il pass non dà più diritto all’ingresso.',
  festivalPage: 'Festival',
  qr: 'Codice del biglietto da mostrare all’ingresso',
  guest: 'Ha acquistato senza account: i biglietti sono su questo dispositivo e nella sua e-mail.',
  undeliverable: (email) => `Le nostre e-mail a ${email} tornano indietro.`,
  undeliverableGuest: 'Corregga qui sotto la sua e-mail e le inviamo di nuovo i biglietti.',
  undeliverableFan:
    'Controlli che la sua casella esista e non sia piena. I suoi biglietti sono comunque qui.',
  noMail: 'Nessuna e-mail, o un indirizzo sbagliato?',
  sendAgain: 'Invia di nuovo l’e-mail',
  sentAgain: 'L’e-mail è in arrivo.',
  sentEnough:
    'È già stata inviata più volte. Guardi nella posta indesiderata o riprovi tra un’ora.',
  notMailed: 'Questo negozio non invia e-mail: i suoi biglietti sono qui.',
  unfinished: 'Ha un ordine non ancora pagato.',
  finish: 'Completa l’ordine',
  find: 'Trova un festival',

  // Signing in.
  signInTitle: 'Accedi',
  signOut: 'Esci',
  signInLead:
    'Le inviamo sei cifre per e-mail: non serve una password. Se è la prima volta, le cifre creano il suo account.',
  signInGuest: (email) =>
    `Con un codice inviato a ${email}, i suoi acquisti passano nel suo account.`,
  signInNeedsScript: 'Per accedere attivi JavaScript nel browser.',
  mailCode: 'Inviami un codice',
  signInAgain:
    'Acceda ancora una volta, così nessun altro su questo dispositivo può aggiungere una propria passkey.',
  byPasskey: 'Accedi con una passkey',
  notByPasskey: 'Non è stata usata nessuna passkey. Può riprovare o accedere con l’e-mail.',
  unknownPasskey: 'Questa passkey qui non è conosciuta. Acceda con l’e-mail.',
  byPassword: 'Usa una password',
  sixDigits: 'Sei cifre',
  codeSent: (email) => `Abbiamo inviato sei cifre a ${email}. Valgono dieci minuti.`,
  newAccount: 'È la prima volta qui. Come si chiama?',
  firstName: 'Nome',
  lastName: 'Cognome',
  otherEmail: 'Un’altra e-mail',
  password: 'Password',
  forgot: 'Ha dimenticato la password?',
  resetSent: (email) => `Se esiste un account con ${email}, un’e-mail con un link è in arrivo.`,
  needsEmail: 'Inserisca la sua e-mail.',
  needsNames: 'Inserisca il nome.',
  badDigits: 'Inserisca le sei cifre dell’e-mail.',
  wrongDigits: 'Queste cifre sono errate o scadute. Riprovi o ne chieda di nuove.',
  wrongPassword: 'E-mail o password errata.',
  factorText:
    'Inserisca il codice che mostra la sua app di autenticazione, oppure un codice di recupero.',
  factorCode: 'Codice dell’app',
  wrongFactor: 'Il codice è errato o è già stato usato.',
  noFactor:
    'Il suo account deve avere un secondo fattore. Lo aggiunga prima nella console, poi acceda qui.',
  signInRefused: {
    too_many_mails:
      'A questa e-mail sono già stati inviati abbastanza codici. Usi l’ultimo o riprovi tra un’ora.',
    too_many_failures: 'Troppi tentativi. Attenda un minuto.',
  },
  resetTitle: 'Scelga una nuova password',
  newPassword: 'Nuova password',
  passwordRule: 'Almeno 8 caratteri.',
  setPassword: 'Imposta la password',
  shortPassword: 'Usi almeno 8 caratteri.',
  weakPassword:
    'Scelga un’altra password: questa è troppo corta, troppo lunga o facile da indovinare.',
  passwordSet: 'La password è impostata e l’accesso è stato chiuso ovunque.',
  resetRefused: 'Questo link è già stato usato, è scaduto o non è completo.',
  askAgain: 'Chiedi un altro link',
  console: 'Console',
}
