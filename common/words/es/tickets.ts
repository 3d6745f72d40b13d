/** The texts of a ticket on paper and in wallets, in Spanish. */
import type { Catalogue } from '../catalogues.ts'

export const tickets: Catalogue['tickets'] = {
  span: (start, end) => `Del ${start} al ${end}`,
  valid: 'Válida',
  stay: 'Estancia',
  from: (time) => ` desde el ${time}`,
  until: (time) => ` hasta el ${time}`,
  whole: ' para todo el festival',
  free: 'Gratis',
  vat: (rate) => `IVA del ${rate} % incluido`,
  soldBy: (seller) => `Vendido por ${seller}`,
  issued: (date) => `Emitida el ${date}`,
  once: 'Da acceso una sola vez: cuenta la primera lectura. No comparta el código.',
  ticket: 'Entrada',
  since: 'Desde',
  to: 'Hasta',
  where: 'Lugar',
  holder: 'Titular',
  festival: 'Festival',
  number: 'Número de entrada',
  gate: 'En el acceso',
  about: 'Sobre este pase',
  snapshot:
    'Este pase muestra la entrada tal como era al añadirlo. Si la entrada se cede o se devuelve, el pase deja de dar acceso. Sus entradas en el sitio web están siempre al día.',
}
