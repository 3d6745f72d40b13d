/** Texts of mails, in Italian. */
import type { Mails } from '../catalogues.ts'
import { accountMails } from './mails-account.ts'
import { holderMails } from './mails-holders.ts'
import { purchaseMails } from './mails-purchases.ts'
import { transferMails } from './mails-transfers.ts'

export const mails: Mails<'it'> = {
  greeting: 'Buongiorno,',

  ...accountMails,
  ...purchaseMails,
  ...holderMails,
  ...transferMails,

  invitation: {
    subject: 'Ha ricevuto un invito',
    preheader: {
      count: 'days',
      one: 'L’invito vale {days} giorno.',
      other: 'L’invito vale {days} giorni.',
    },
    manager: 'È invitato a gestire un organizzatore di festival.',
    accountant: 'È invitato a tenere la contabilità di un organizzatore di festival.',
    sales: 'È invitato a vedere le vendite e i partecipanti di un organizzatore di festival.',
    editor: 'È invitato a modificare i testi e le line-up di un organizzatore di festival.',
    gateStaff: 'È invitato a lavorare all’ingresso di un festival.',
    admin: 'È invitato ad amministrare questo servizio.',
    permission: 'È invitato a ricevere l’autorizzazione {permission}.',
    accept: 'Accetta l’invito',
    inApp: 'Per accettare nell’app che usa, inserisca lì questo codice:',
    api: {
      count: 'days',
      one: 'Vale una sola volta, per {days} giorno. Le app lo inviano come JSON (token) con POST a',
      other:
        'Vale una sola volta, per {days} giorni. Le app lo inviano come JSON (token) con POST a',
    },
    reason: 'Se non se lo aspettava, ignori questa e-mail: finché non accetta, non succede nulla.',
  },

  webhookDisabled: {
    subject: 'Un webhook è disattivato',
    preheader: 'Non riceve più eventi finché non viene riattivato.',
    disabled: 'Il suo webhook su {host} è disattivato e non riceve più eventi.',
    gone: 'Ha risposto 410: non esiste più.',
    failing: 'Da tre giorni nessuna richiesta è andata a buon fine.',
    id: 'Il suo id è',
    meanwhile:
      'Ciò che accade nel frattempo viene conservato per 30 giorni. Quando il destinatario funziona di nuovo, riattivi il webhook e invii di nuovo ciò che non è riuscito o è mancato.',
    seeWebhook: 'Vedi il webhook',
    reason: 'Riceve questa e-mail perché ha creato il webhook.',
  },

  message: {
    subject: ['{subject}', 'Un messaggio su un festival'],
    preheader: ['{organizer} le scrive a proposito di {festival}.', 'Un messaggio su un festival'],
    test: 'Questa è una prova. È stata inviata solo a lei.',
    from: [
      '{organizer} le scrive a proposito di {festival}:',
      'Un organizzatore le scrive a proposito di un festival:',
    ],
    unsubscribe: 'Non ricevere più messaggi dagli organizzatori',
    reason: 'Riceve questa e-mail perché ha un biglietto o un alloggio per questo festival.',
  },

  /** Texts of several mails. */
  facts: {
    festival: 'Festival',
    when: 'Quando',
    span: '{start} – {end}',
    where: 'Dove',
    seller: 'Venditore',
    seeFestival: 'Vedi il festival',
    seeTickets: 'Vedi i biglietti',
    unproven: 'I biglietti sono anche nel suo account, la cui e-mail non è ancora confermata.',
    confirm: 'Conferma l’e-mail',
    guest:
      'I biglietti si aprono su qualsiasi dispositivo con sei cifre che le inviamo per e-mail.',
    ticket: 'Biglietto',
    stay: 'Alloggio',
    plan: 'Abbonamento',
    since: 'Dal',
    until: 'Al',
    quantity: 'Quantità',
    attached:
      'Ogni biglietto è allegato, da stampare o da mostrare sul telefono. Vale per un solo ingresso: non lo condivida.',
    paid: 'Pagato',
    purchase: 'Acquisto',
    chooseMails: 'Scelga che cosa le inviamo',
  },
}
