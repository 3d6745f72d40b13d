/** Texts of mails about a purchase and its refund, in Italian. */
import type { Texts } from '../catalogues.ts'
import type { purchaseMails as english } from '../en/mails-purchases.ts'

export const purchaseMails: Texts<typeof english, 'it'> = {
  purchase: {
    subject: ['Conferma: {festivalNames}', 'Conferma: {planNames}', 'Conferma del suo acquisto'],
    preheader: 'Pagato: {paid}. Che cosa ha acquistato, quando e dove si svolge.',
    thanks: 'Grazie. Questa è la conferma del suo acquisto.',
    price: 'Prezzo',
    vatIncluded: 'IVA inclusa',
    vatRate: '{vat} ({vatRate} %)',
    vat: 'IVA',
    total: 'Prezzo totale',
    voucher: 'Buono',
    discount: '{discount} di sconto',
    pointsUsed: 'Punti usati',
    points: '{points}, per un valore di {pointsWorth}',
    date: 'Data',
    invoiceAttached: 'La fattura è allegata in PDF.',
    invoiceFollows: 'La fattura arriva con un’altra e-mail.',
    invoiceListed:
      'La fattura si trova accanto al suo ordine, nella pagina dei suoi biglietti. La alleghiamo solo ai messaggi inviati a un’e-mail confermata.',
    simulated: 'Qui i pagamenti sono simulati: non è stato trasferito denaro.',
    reason:
      'Riceve questa e-mail perché l’acquisto è stato fatto con questo indirizzo. È una conferma, non una fattura.',
  },

  complimentary: {
    subject: ['Per lei: {festivalNames}', 'Per lei: biglietti di un festival'],
    preheader: 'Non le costa nulla. Quando e dove si svolge.',
    given: 'È un omaggio dell’organizzatore. Non le costa nulla.',
    reason:
      'Riceve questa e-mail perché un organizzatore di festival ha inserito questo indirizzo.',
  },

  paymentAwaited: {
    subject: [
      'Bonifico da effettuare: {festivalNames}',
      'Bonifico da effettuare: {planNames}',
      'Bonifico da effettuare per il suo ordine',
    ],
    preheader: 'Importo del bonifico: {amount}, ricevuto entro il {until}.',
    held: 'Grazie per il suo ordine. È riservato per lei fino al {until}. Il denaro deve arrivare entro quel momento.',
    tickets: 'Le inviamo i biglietti per e-mail appena arriva il denaro.',
    holder: 'Intestatario del conto',
    iban: 'IBAN',
    bic: 'BIC',
    amount: 'Importo',
    reference: 'Causale',
    payUntil: 'Ricevuto entro il',
    exact:
      'Versi esattamente questo importo con un solo bonifico e indichi la causale: così troviamo il suo ordine.',
    seeOrder: 'Vedi l’ordine, con un codice QR per la sua banca',
    giveUp:
      'Se cambia idea, annulli l’ordine su quella pagina o non faccia il bonifico: l’ordine termina da solo.',
    reason: 'Riceve questa e-mail perché è stato fatto un ordine con questo indirizzo.',
  },

  paymentReminder: {
    subject: [
      'Promemoria: {festivalNames}, non ancora pagato',
      'Promemoria: {planNames}, non ancora pagato',
      'Promemoria: il suo ordine non è ancora pagato',
    ],
    preheader: 'Importo del bonifico: {amount}, ricevuto entro il {until}.',
    missing:
      'Il suo bonifico non è ancora arrivato. Il suo ordine è riservato fino al {until}; poi tutto torna in vendita.',
    sent: 'Se ha già fatto il bonifico, non deve fare nulla: le banche impiegano fino a due giorni.',
    reason: 'Riceve questa e-mail perché è stato fatto un ordine con questo indirizzo.',
  },

  refund: {
    subject: ['Rimborso: {festivalNames}', 'Rimborso: {planNames}', 'Rimborso del suo acquisto'],
    preheader: ['Rimborso in arrivo: {amount}.', 'Il suo acquisto è stato restituito.'],
    onItsWay:
      'Rimborso in arrivo: {amount}, con lo stesso mezzo usato per pagare. Le banche impiegano fino a dieci giorni.',
    free: 'Il suo acquisto è stato restituito. Non era stato addebitato nulla.',
    given: 'Rimborsato',
    kept: 'Trattenuto per i punti inclusi e già usati',
    total: 'Totale rimborsato',
    ended:
      'Ciò che aveva acquistato termina con il rimborso. Un biglietto non dà più diritto all’ingresso.',
    partial: 'È una parte di quanto ha pagato. Ciò che ha acquistato resta suo.',
    creditNoteAttached: 'La nota di credito è allegata in PDF.',
    creditNoteFollows: 'La nota di credito arriva con un’altra e-mail.',
    creditNoteListed:
      'La nota di credito si trova accanto al suo ordine, nella pagina dei suoi biglietti. La alleghiamo solo ai messaggi inviati a un’e-mail confermata.',
    reason: 'Riceve questa e-mail perché l’acquisto è stato fatto con questo indirizzo.',
  },

  document: {
    subject: ['Fattura {invoice}', 'Nota di credito {creditNote}', 'Il Suo documento'],
    preheader: 'È allegata in formato PDF.',
    attached: [
      'La sua fattura {invoice} è allegata.',
      'La sua nota di credito {creditNote} è allegata.',
    ],
    data: 'Il PDF contiene anche i dati per il suo programma di contabilità.',
    reason: 'Riceve questa e-mail perché l’acquisto è stato fatto con questo indirizzo.',
  },
}
