/** Texts of mails about tickets that move to another person, in Italian. */
import type { Texts } from '../catalogues.ts'
import type { transferMails as english } from '../en/mails-transfers.ts'

export const transferMails: Texts<typeof english, 'it'> = {
  transferOffered: {
    subject: [
      '{sender} le ha inviato un biglietto per {festival}',
      'Un biglietto per lei: {festival}',
      'Un biglietto per lei',
    ],
    preheader: 'Finché non lo accetta, è di chi lo offre.',
    offered: [
      '{sender} le ha inviato un biglietto per {festival}, {days}.',
      'Le viene offerto un biglietto per {festival}, {days}.',
      'Le viene offerto un biglietto per un festival.',
    ],
    howToAccept:
      'Per accettarlo, acceda con questa e-mail dove compra i biglietti. Se non ha ancora un account, lo creano sei cifre che le inviamo per e-mail.',
    seeTicket: 'Vedi il biglietto',
    ends: 'L’offerta scade: {expires}; termina anche se viene ritirata. Finché non lo accetta, il biglietto è di chi lo offre.',
    reason: 'Se non se lo aspettava, ignori questa e-mail: finché non accetta, non succede nulla.',
  },

  transferOfferedByStaff: {
    subject: ['Il suo biglietto per {festival} è offerto', 'Il suo biglietto è offerto'],
    preheader: 'È suo finché non viene accettato.',
    offered: [
      'L’organizzatore di {festival} ha offerto il suo biglietto a un’altra persona.',
      'L’organizzatore di un festival ha offerto il suo biglietto a un’altra persona.',
    ],
    staysYours:
      'È suo finché l’altra persona non lo accetta. Se non lo ha chiesto, ritiri l’offerta tra i suoi biglietti o scriva all’organizzatore.',
    reason: 'Riceve questa e-mail perché il biglietto è suo.',
  },

  transferAccepted: {
    subject: ['Il suo biglietto per {festival} è stato ceduto', 'Il suo biglietto è stato ceduto'],
    preheader: 'Il suo codice non dà più diritto all’ingresso.',
    accepted: [
      'Il suo biglietto per {festival} è stato accettato.',
      'Il suo biglietto è stato accettato.',
    ],
    newHolder:
      'Ora è del nuovo intestatario, e il suo codice non dà più diritto all’ingresso. Un eventuale rimborso spetta comunque a lei.',
    reason: 'Riceve questa e-mail perché il suo biglietto era stato offerto.',
  },

  transferDeclined: {
    subject: [
      'Il suo biglietto per {festival} non è stato accettato',
      'Il suo biglietto non è stato accettato',
    ],
    preheader: 'Resta suo.',
    declined: [
      'Il suo biglietto per {festival} è stato rifiutato.',
      'Il suo biglietto è stato rifiutato.',
    ],
    stillYours: 'Resta suo, e può offrirlo di nuovo.',
    reason: 'Riceve questa e-mail perché il suo biglietto era stato offerto.',
  },
}
