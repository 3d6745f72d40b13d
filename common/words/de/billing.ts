/** The words of the form for the details of a company. */
export const billing = {
  ask: 'Rechnung an eine Firma',
  hint: 'Die Rechnung nennt die Firma. Was Sie auslassen, können Sie später bei Ihren Tickets ergänzen.',
  fields: {
    company: 'Firma',
    street: 'Straße und Hausnummer',
    postcode: 'Postleitzahl',
    city: 'Ort',
    country: 'Land',
    vat_id: 'USt-IdNr.',
    order_reference: 'Ihre Bestellnummer',
    leitweg_id: 'Leitweg-ID (deutsche Behörden)',
  },
  missing: 'Diese Angabe fehlt.',
  wrong: 'Bitte prüfen: Die Angabe ist ungültig oder passt nicht zum Land.',
  save: 'Speichern',
  saved: 'Gespeichert.',
}
