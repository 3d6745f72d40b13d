/** Texts of the pages that open offline, in German. */
import type { Catalogue } from '../catalogues.ts'

export const offline: Catalogue['offline'] = {
  keep: 'Auf diesem Gerät speichern',
  keepHow: 'Öffnet sich auch ohne Netz. Speichern Sie nur auf Ihrem eigenen Gerät.',
  kept: 'Auf diesem Gerät gespeichert: öffnet sich auch ohne Netz.',
  remove: 'Von diesem Gerät entfernen',
  failed: 'Speichern nicht möglich. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  safari:
    'In einem Tab löscht Safari Gespeichertes nach sieben Tagen ohne Besuch. Fügen Sie diese Seite zum Home-Bildschirm hinzu oder sichern Sie das PDF Ihres Tickets.',
  safariWallet: 'In einer Wallet bleibt es ebenfalls.',
  asOf: (when) => `Stand: ${when}`,
  keptNote: 'Auf diesem Gerät gespeichert. Seitdem kann sich etwas geändert haben.',
  title: 'Keine Verbindung',
  lead: 'Diese Seite wurde auf diesem Gerät noch nicht geöffnet oder braucht eine Verbindung.',
  list: 'Ohne Netz verfügbar',
  nothing:
    'Noch nichts. Hier erscheinen Festivals, die Sie öffnen, und Tickets, die Sie speichern.',
}
