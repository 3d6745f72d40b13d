/** The texts of a ticket on paper and in wallets, in German. */
import type { Catalogue } from '../catalogues.ts'

export const tickets: Catalogue['tickets'] = {
  span: (start, end) => `${start} bis ${end}`,
  valid: 'Gültig',
  stay: 'Aufenthalt',
  from: (time) => ` ab ${time}`,
  until: (time) => ` bis ${time}`,
  whole: ' für das ganze Festival',
  free: 'Kostenlos',
  vat: (rate) => `inkl. ${rate} % MwSt.`,
  soldBy: (seller) => `Verkauft von ${seller}`,
  issued: (date) => `Ausgestellt am ${date}`,
  once: 'Gilt für einen Einlass: Der erste Scan zählt. Geben Sie den Code nicht weiter.',
  ticket: 'Ticket',
  since: 'Von',
  to: 'Bis',
  where: 'Ort',
  holder: 'Für',
  festival: 'Festival',
  number: 'Ticketnummer',
  gate: 'Am Einlass',
  about: 'Zu dieser Karte',
  snapshot:
    'Diese Karte zeigt das Ticket, wie es beim Hinzufügen war. Sobald es weitergegeben oder zurückgegeben ist, gilt die Karte nicht mehr. Ihre Tickets auf der Website sind immer aktuell.',
}
