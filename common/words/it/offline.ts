/** Texts of the pages that open offline, in Italian. */
import type { Catalogue } from '../catalogues.ts'

export const offline: Catalogue['offline'] = {
  keep: 'Salva su questo dispositivo',
  keepHow: 'Si apre anche senza rete. Lo salvi solo su un dispositivo suo.',
  kept: 'Salvato su questo dispositivo: si apre anche senza rete.',
  remove: 'Rimuovi da questo dispositivo',
  failed: 'Salvataggio non riuscito. Controlli la connessione e riprovi.',
  safari:
    'In una scheda, Safari dimentica ciò che è salvato dopo sette giorni senza visite. Aggiunga questa pagina alla schermata Home, oppure salvi il PDF del biglietto.',
  safariWallet: 'Resta anche in un wallet.',
  asOf: (when) => `Situazione: ${when}`,
  keptNote: 'Salvato su questo dispositivo. Da allora potrebbe essere cambiato.',
  title: 'Nessuna connessione',
  lead: 'Questa pagina non è ancora stata aperta su questo dispositivo, oppure ha bisogno del servizio.',
  list: 'Che cosa si apre senza rete',
  nothing: 'Ancora nulla. I festival che apre e i biglietti che salva saranno qui.',
}
