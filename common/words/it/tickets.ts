/** The texts of a ticket on paper and in wallets, in Italian. */
import type { Catalogue } from '../catalogues.ts'

/** The article is elided before 8 and 11: `dall’8 luglio`. */
const isElided = (time: string) => /^(?:8|11)\b/.test(time)
const since = (time: string) => (isElided(time) ? `dall’${time}` : `dal ${time}`)
const until = (time: string) => (isElided(time) ? `all’${time}` : `al ${time}`)

export const tickets: Catalogue['tickets'] = {
  span: (start, end) => `${since(start).replace('d', 'D')} ${until(end)}`,
  valid: 'Valido',
  stay: 'Soggiorno',
  from: (time) => ` ${since(time)}`,
  until: (time) => ` fino ${until(time)}`,
  whole: ' per tutto il festival',
  free: 'Gratuito',
  vat: (rate) => `IVA ${rate} % inclusa`,
  soldBy: (seller) => `Venduto da ${seller}`,
  issued: (date) => (isElided(date) ? `Emesso l’${date}` : `Emesso il ${date}`),
  once: 'Vale per un solo ingresso: conta la prima lettura. Non condivida il codice.',
  ticket: 'Biglietto',
  since: 'Dal',
  to: 'Al',
  where: 'Luogo',
  holder: 'Intestatario',
  festival: 'Festival',
  number: 'Numero del biglietto',
  gate: 'All’ingresso',
  about: 'Informazioni su questo pass',
  snapshot:
    'Questo pass mostra il biglietto com’era quando è stato aggiunto. Se il biglietto viene ceduto o restituito, il pass non dà più diritto all’ingresso. I suoi biglietti sul sito sono sempre aggiornati.',
}
