/** The words of paying by bank transfer. */
import type { Catalogue } from '../catalogues.ts'
import { count, sum } from '../numbers.ts'

export const transfer: Catalogue['shop']['transfer'] = {
  choose: 'Come desidera pagare?',
  card: 'Carta',
  name: 'Bonifico bancario',
  hint: (days) =>
    `Riceve il conto e una causale e fa il bonifico entro ${count(days)} giorni. I biglietti arrivano quando è arrivato il denaro.`,
  order: (euros) => `Ordina e versa ${sum(euros)} con bonifico`,
  signIn: 'Se accede con la sua e-mail, può pagare anche con bonifico.',
  title: 'Paga con bonifico',
  lead: 'Versi esattamente questo importo, con un solo bonifico e con questa causale. I biglietti arrivano per e-mail, e qui, quando è arrivato il denaro.',
  holder: 'Intestatario del conto',
  amount: 'Importo',
  reference: 'Causale',
  until: 'Ricevuto entro il',
  copy: 'Copia',
  copyIban: 'Copia l’IBAN',
  copyReference: 'Copia la causale',
  copied: 'Copiato.',
  notCopied: 'Non è stato possibile copiare. Selezioni il testo.',
  qr: 'Codice QR per la sua app bancaria',
  qrHint: 'Inquadri il codice con la sua app bancaria: compila tutto.',
  change: 'Se cambia idea, annulli l’ordine. Se non fa il bonifico, termina da solo.',
  ask: 'Annullare questo ordine?',
  askText:
    'Ciò che è riservato per lei torna in vendita. Se ha già fatto il bonifico, non annulli: impiega fino a due giorni ad arrivare.',
  refused: {
    not_set_up: 'Questo ordine non si può pagare con bonifico. Paghi con carta.',
    email_not_confirmed: 'Prima confermi la sua e-mail, poi può pagare con bonifico.',
    sales_end_soon: 'La vendita finisce presto e un bonifico arriverebbe tardi. Paghi con carta.',
    other_order_open: 'Un altro suo ordine attende il bonifico. Prima lo paghi o lo annulli.',
    too_many_here: 'Molti ordini dalla sua connessione attendono bonifici. Paghi con carta.',
    too_many_waiting: 'Una gran parte attende già bonifici. Paghi con carta.',
  },
}
