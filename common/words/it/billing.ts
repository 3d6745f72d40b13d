/** The words of the form for the details of a company. */
export const billing = {
  ask: 'Fattura per un’azienda',
  hint: 'La fattura indica l’azienda. Ciò che manca si può aggiungere dopo, accanto ai biglietti.',
  fields: {
    company: 'Azienda',
    street: 'Via e numero civico',
    postcode: 'CAP',
    city: 'Città',
    country: 'Paese',
    vat_id: 'Partita IVA',
    order_reference: 'Il suo numero d’ordine',
    leitweg_id: 'Leitweg-ID (enti pubblici tedeschi)',
  },
  missing: 'Questo dato manca.',
  wrong: 'Verifichi: non è valido o non corrisponde al Paese.',
  save: 'Salva',
  saved: 'Salvato.',
}
