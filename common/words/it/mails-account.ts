/** Texts of mails about an account and signing in to it, in Italian. */
import type { Texts } from '../catalogues.ts'
import type { accountMails as english } from '../en/mails-account.ts'

export const accountMails: Texts<typeof english, 'it'> = {
  confirmEmail: {
    subject: 'Confermi la sua e-mail',
    preheader: 'Un account è stato registrato con questa e-mail, o modificato per usarla.',
    registered: 'Un account è stato registrato con questa e-mail, o modificato per usarla.',
    within: {
      count: 'hours',
      one: 'Se è stato lei, confermi la sua e-mail dopo aver effettuato l’accesso, entro {hours} ora.',
      other:
        'Se è stato lei, confermi la sua e-mail dopo aver effettuato l’accesso, entro {hours} ore.',
    },
    confirm: 'Conferma l’e-mail',
    inApp: 'Per confermarla nell’app che usa, inserisca lì questo codice:',
    api: 'Le app lo inviano come JSON (token) con POST a',
    reason:
      'Se non è stato lei, ignori questa e-mail: l’account non ottiene alcun diritto a suo nome, e può riprenderlo reimpostando la password.',
  },

  emailChanged: {
    subject: 'La sua e-mail è stata cambiata',
    preheader: 'Se è stato lei, non deve fare nulla.',
    changed: 'L’account con questa e-mail ora ne ha un’altra. Se è stato lei, non deve fare nulla.',
    reason:
      'Se non è stato lei, un’altra persona ha effettuato l’accesso: scriva subito al gestore del servizio.',
  },

  guestEmailReplaced: {
    subject: 'L’e-mail di un acquisto è stata cambiata',
    preheader: 'I suoi biglietti non si aprono più con questa e-mail.',
    replaced:
      'Con questa e-mail è stato fatto un acquisto. Il venditore l’ha sostituita con un’altra, per esempio perché conteneva un errore.',
    opensNoMore:
      'Ciò che è stato acquistato non si apre più con questa e-mail, e i messaggi al riguardo vanno all’altra.',
    reason:
      'Se l’acquisto era suo e non ha chiesto la modifica, scriva subito al venditore. Se non sa nulla di un acquisto, ignori questa e-mail.',
  },

  passkeyAdded: {
    subject: 'Una passkey è stata aggiunta al suo account',
    preheader: 'Se è stato lei, non deve fare nulla.',
    added:
      'Una passkey è stata aggiunta al suo account: permette di accedere senza password. Se è stato lei, non deve fare nulla.',
    seePasskeys: 'Vedi le passkey',
    reason:
      'Se non è stato lei, un’altra persona ha accesso al suo account: rimuova lì la passkey e scriva subito al gestore del servizio.',
  },

  recoveryCodesRenewed: {
    subject: 'I suoi codici di recupero sono stati rinnovati',
    preheader: 'Se è stato lei, non deve fare nulla.',
    renewed:
      'Il suo account ha nuovi codici di recupero; quelli precedenti non valgono più. Se è stato lei, non deve fare nulla.',
    reason:
      'Se non è stato lei, un’altra persona ha il suo secondo fattore: scriva subito al gestore del servizio.',
  },

  resetPassword: {
    subject: 'Reimposti la password',
    preheader: {
      count: 'minutes',
      one: 'Il link vale una sola volta, per {minutes} minuto.',
      other: 'Il link vale una sola volta, per {minutes} minuti.',
    },
    requested: 'È stata richiesta una nuova password per l’account con questa e-mail.',
    choose: 'Scegli una nuova password',
    inApp: 'Per sceglierla nell’app che usa, inserisca lì questo codice:',
    api: {
      count: 'minutes',
      one: 'Vale una sola volta, per {minutes} minuto. Le app lo inviano come JSON (email, token, newPassword) con POST a',
      other:
        'Vale una sola volta, per {minutes} minuti. Le app lo inviano come JSON (email, token, newPassword) con POST a',
    },
    reason: 'Se non è stato lei, ignori questa e-mail: non è cambiato nulla.',
  },

  secondFactorAdded: {
    subject: 'L’accesso ora richiede un codice',
    preheader: 'Se è stato lei, tenga a portata di mano i codici di recupero.',
    added:
      'Un’app di autenticazione è stata aggiunta al suo account: l’accesso ora richiede un codice dell’app. Ovunque altrove l’accesso è stato chiuso. Se è stato lei, tenga a portata di mano i codici di recupero.',
    reason:
      'Se non è stato lei, un’altra persona conosce la sua password: scriva subito al gestore del servizio.',
  },

  secondFactorGuessed: {
    subject: 'Codici errati inseriti per il suo account',
    preheader: 'La password era corretta, i codici no.',
    guessed:
      'È stata inserita la sua password, o un codice della sua casella di posta, e poi troppi codici errati di un’app di autenticazione. Nessuno ha effettuato l’accesso con essi. Se è stato lei, attenda un po’ o usi un codice di recupero.',
    choose: 'Scegli una nuova password',
    reason: 'Se non è stato lei, scelga una nuova password: un’altra persona la conosce.',
  },

  secondFactorRemoved: {
    subject: 'L’accesso non richiede più un codice',
    preheader: 'Se è stato lei, non deve fare nulla.',
    removed:
      'L’app di autenticazione e i codici di recupero sono stati rimossi dal suo account. Se è stato lei, o lo ha chiesto a un amministratore, non deve fare nulla.',
    reason:
      'Se non è stato lei, un’altra persona ha accesso al suo account: scriva subito al gestore del servizio.',
  },

  signInCode: {
    subject: 'Il suo codice di accesso: {code}',
    preheader: {
      count: 'minutes',
      one: 'Vale una sola volta, per {minutes} minuto.',
      other: 'Vale una sola volta, per {minutes} minuti.',
    },
    enter: 'Per accedere, inserisca questo codice:',
    reason: 'Se non è stato lei, ignori questa e-mail e non comunichi il codice a nessuno.',
  },
}
