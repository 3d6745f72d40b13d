/** Texts of a fan's account other than its news and orders, in Italian. */
import type { Catalogue } from '../catalogues.ts'

export const passkeys: Catalogue['passkeys'] = {
  title: 'Passkey',
  text: 'Acceda con l’impronta, il volto o il codice con cui sblocca il dispositivo. Senza password, e senza nulla che si possa indovinare o rubare con una pagina falsa.',
  notHere: 'Questo browser non può aggiungere una passkey qui.',
  name: 'Nome di questo dispositivo',
  usualName: 'Il mio dispositivo',
  add: 'Aggiungi una passkey',
  added: (day) => `Aggiunta: ${day}.`,
  used: (day) => `Ultimo uso: ${day}.`,
  unused: 'Non ancora usata.',
  remove: (name) => `Rimuovi la passkey ${name}`,
  removeShort: 'Rimuovi',
  notMade: 'Non è stata aggiunta nessuna passkey. Può riprovare.',
  known: 'Questo dispositivo ha già una passkey del suo account.',
}

export const calendar: Catalogue['calendar'] = {
  name: 'I miei festival',
  title: 'Calendario',
  text: 'I festival per cui ha un biglietto e i concerti che vuole vedere, nel calendario del suo telefono o computer. Segue ogni modifica.',
  on: 'Il suo calendario ha un indirizzo, che non viene più mostrato. Se lo ha perso, ne crei uno nuovo: il precedente non varrà più.',
  address: 'Indirizzo del suo calendario',
  once: 'Viene mostrato solo adesso. Chiunque lo abbia può leggere il suo calendario.',
  open: 'Apri nel calendario',
  copy: 'Copia l’indirizzo',
  make: 'Abbonati nel calendario',
  anew: 'Crea un nuovo indirizzo',
  end: 'Disattiva l’indirizzo',
  ended: 'L’indirizzo non vale più. Rimuova l’abbonamento dal suo calendario.',
}

export const push: Catalogue['push'] = {
  device: 'Notifiche su questo dispositivo',
  deviceText:
    'Ciò che legge qui compare anche su questo dispositivo mentre nessuna pagina è aperta.',
  deviceOn: 'Sono attive.',
  deviceOff: 'Sono disattivate.',
  turnOn: 'Attiva',
  turnOff: 'Disattiva',
  deviceDenied:
    'Questo browser blocca le notifiche di questo sito. Per consentirle, apra le impostazioni del sito accanto all’indirizzo, consenta le notifiche e ricarichi la pagina.',
  deviceAsked:
    'Questo browser non ha consentito le notifiche. Le attivi di nuovo e scelga «Consenti».',
  deviceNone:
    'Questo browser non può mostrare le notifiche di questo sito. Su iPhone o iPad aggiunga questa pagina alla schermata Home e la apra da lì.',
  deviceFailed: 'Questo browser non ha raggiunto il suo servizio di notifiche. Riprovi più tardi.',
  tooManyDevices: 'Sono già attive su 20 browser. Prima le disattivi su uno di essi.',
}

export const settings: Catalogue['settings'] = {
  title: 'Che cosa le comunichiamo',
  text: 'Le e-mail su acquisti, rimborsi e festival annullati vengono sempre inviate.',
  ways: { notice: 'Qui', push: 'Sui miei dispositivi', mail: 'Per e-mail' },
  topics: {
    purchases: 'Acquisti, rimborsi, festival annullati',
    festivals: 'Modifiche dei festival per cui ho un biglietto',
    reminders: 'Il giorno prima di un festival',
    messages: 'Messaggi degli organizzatori sui festival per cui ho un biglietto',
    transfers: 'Cambi nominativi dei biglietti',
    waiting_list: 'Liste d’attesa',
    queues: 'Sale d’attesa delle vendite',
    follows: 'Ciò che seguo',
    rewards: 'Badge e livelli',
    managing: 'Ciò che gestisco',
  },
  saved: 'Salvato.',

  off: 'Meno e-mail',
  ask: (topic) => `Non vuole più ricevere e-mail su: ${topic}?`,
  askText: 'Le novità restano nel suo account, dove può riattivare queste e-mail.',
  offButton: 'Non inviarmene più',
  done: 'Fatto',
  doneText: (topic) => `Non le inviamo più e-mail su: ${topic}.`,
  over: 'Questo link non vale più',
  overText:
    'Era per un’altra e-mail, oppure nel frattempo ha riattivato queste e-mail. Nel suo account può scegliere che cosa le inviamo.',
  account: 'Il mio account',
}

export const sessions: Catalogue['sessions'] = {
  title: 'Dove ha effettuato l’accesso',
  here: 'Questo browser',
  since: (day) => `Accesso: ${day}.`,
  used: (day) => `Ultimo uso: ${day}.`,
  end: (name) => `Termina la sessione di ${name}`,
  endShort: 'Termina',
  ended: 'La sessione è terminata.',
}
