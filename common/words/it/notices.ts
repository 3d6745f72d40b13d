/** Words of notifications in Italian. */
import type { Catalogue } from '../catalogues.ts'
import { pluralsOf } from '../numbers.ts'

const { plural } = pluralsOf('it')

const at = (place: string) => (place ? `, ${place}` : '')

/** The article is elided before 8 and 11: `dall’8 luglio`. */
const isElided = (time: string) => /^(?:8|11)\b/.test(time)
const since = (time: string) => (isElided(time) ? `dall’${time}` : `dal ${time}`)
const until = (time: string) => (isElided(time) ? `all’${time}` : `al ${time}`)

export const notices: Catalogue['notices'] = {
  published: ({ organizer, festival, from, to, place }) => ({
    title: `${organizer} annuncia ${festival}`,
    message: `${since(from).replace('d', 'D')} ${until(to)}${at(place)}.`,
  }),
  announced: ({ artist, festival, times, isNew }) => ({
    title: `${artist} a ${festival}`,
    message: times
      ? `${isNew ? 'Nuovo nella line-up' : 'Suona'}: ${times}.`
      : 'Nuovo nella line-up. L’orario sarà annunciato.',
  }),
  andMore: 'e altri',
  severalAt: (count, festival) =>
    plural(count, {
      one: `${count} artista che segue suona a ${festival}`,
      other: `${count} artisti che segue suonano a ${festival}`,
    }),
  others: (count) => plural(count, { one: `${count} altro`, other: `altri ${count}` }),
  changed: (festival, parts) => ({
    title: `${festival} è cambiato`,
    message: parts.join(' '),
  }),
  newTime: (from, to) => `Nuove date: ${since(from)} ${until(to)}.`,
  newPlace: (place) => `Nuovo luogo: ${place || 'ancora da annunciare'}.`,
  placeMoved: 'Il luogo sulla mappa è cambiato.',
  cancelled: (festival, reason) => ({
    title: `${festival} è annullato`,
    message: [reason, 'Quanto ha pagato viene rimborsato.'].filter(Boolean).join('\n'),
  }),
  reminder: (festival, when, place) => ({
    title: `${festival} sta per iniziare`,
    message: `${when}${at(place)}.`,
  }),

  succeeded: ({ what, sum }) => ({
    title: 'Pagamento ricevuto',
    message: sum ? `${what}: pagato ${sum}.` : `${what}: è suo, gratuitamente.`,
  }),
  failed: ({ what }) => ({
    title: 'Pagamento non riuscito',
    message: `${what}: non è pagato. Non è stato addebitato nulla.`,
  }),
  returned: ({ what, sum }) => ({
    title: 'Il suo biglietto è stato acquistato',
    message: `${what}: lo ha acquistato la prossima persona in lista, e non dà più diritto all’ingresso. ${sum ? `Le tornano ${sum}.` : 'Non le torna nulla.'}`,
  }),
  refunded: ({ what, sum, kept }) => ({
    title: 'Pagamento rimborsato',
    message: [
      sum || kept
        ? `${what}: ${sum ? `${sum} in arrivo a titolo di rimborso` : 'nulla da rimborsare'}.`
        : `${what}: restituito; era gratuito.`,
      kept && `${kept} trattenuti per i punti inclusi e già usati.`,
    ]
      .filter(Boolean)
      .join(' '),
  }),
  disputeOpen: (what) => ({
    title: 'Pagamento contestato',
    message: `${what}: Il titolare della carta contesta il pagamento. Fino alla decisione il biglietto non dà diritto all’ingresso.`,
  }),
  disputeWon: (what) => ({
    title: 'Contestazione respinta',
    message: `${what}: Il pagamento resta valido, e il biglietto dà di nuovo diritto all’ingresso.`,
  }),
  disputeLost: (what) => ({
    title: 'Contestazione accolta',
    message: `${what}: L’importo è perso, e il biglietto è terminato.`,
  }),

  transferOffered: (festival) => ({
    title: 'Un biglietto per lei',
    message: `Le viene offerto un biglietto per ${festival}. Lo accetti, ed è suo.`,
  }),
  transferOfferedByStaff: (festival) => ({
    title: 'Il suo biglietto è offerto a un’altra persona',
    message: `L’organizzatore ha offerto il suo biglietto per ${festival} a un’altra persona. È suo finché non viene accettato, e può ritirare l’offerta.`,
  }),
  transferAccepted: (festival) => ({
    title: 'Biglietto ceduto',
    message: `Il suo biglietto per ${festival} è stato accettato. Ora è del nuovo intestatario, e il suo codice non dà più diritto all’ingresso.`,
  }),
  transferDeclined: (festival) => ({
    title: 'Biglietto non accettato',
    message: `Il suo biglietto per ${festival} è stato rifiutato. Resta suo.`,
  }),
  waitingOffered: ({ what, until: expires }) => ({
    title: 'È il suo turno in lista d’attesa',
    message: `${what}: riservato per lei fino ${until(expires)}. Acquisti entro allora.`,
  }),
  rehearsalFor: (festival) => `${festival} (prova)`,
  queueTurn: (festival) => ({
    title: `È il suo turno: ${festival}`,
    message:
      'Ora può acquistare, finché ci sono biglietti. Dopo dieci minuti può acquistare anche la persona successiva.',
  }),
  queueMoved: (festival, draw) => ({
    title: `Il sorteggio è stato spostato: ${festival}`,
    message: `Nuova data: ${draw}. Il suo numero resta.`,
  }),
  queueCancelled: (festival) => ({
    title: `La sala d’attesa è annullata: ${festival}`,
    message:
      'I biglietti si vendono senza sala d’attesa, e i numeri sono nulli. Ciò che ha acquistato resta suo.',
  }),

  badgeUnlocked: (badge, description) => ({
    title: `Badge sbloccato: ${badge}`,
    message: description ?? `Il badge ${badge} è suo.`,
  }),
  levelReached: (level, benefits) => ({
    title: `Livello ${level} raggiunto`,
    message: benefits
      ? `Nuovo per lei: ${benefits}.`
      : `I suoi punti la portano al livello ${level}.`,
  }),

  announcementRequested: ({ organizer, artist, id }) => ({
    title: `${organizer} vuole annunciare ${artist}`,
    message:
      `Ha inserito ${artist} in una line-up. I follower ne avranno notizia quando consentirà a questo organizzatore ` +
      `(id ${id}) di annunciare ${artist}; se rifiuta, non lo chiederà più.`,
  }),
  approved: (organizer) => ({
    title: `${organizer} è approvato`,
    message:
      'I suoi festival possono vendere, e gli annunci in attesa vengono ora inviati ai follower.',
  }),
  approvalWithdrawn: (organizer) => ({
    title: `${organizer} non è più approvato`,
    message:
      'I suoi festival non possono vendere, e i suoi annunci attendono una nuova approvazione dello staff.',
  }),
}
