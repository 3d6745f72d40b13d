/** The words of the form for the details of a company. */
export const billing = {
  ask: 'Facture pour une entreprise',
  hint: 'La facture indique l’entreprise. Vous pourrez compléter plus tard, à côté de vos billets.',
  fields: {
    company: 'Entreprise',
    street: 'Rue et numéro',
    postcode: 'Code postal',
    city: 'Ville',
    country: 'Pays',
    vat_id: 'Numéro de TVA',
    order_reference: 'Votre numéro de commande',
    leitweg_id: 'Leitweg-ID (administrations allemandes)',
  },
  missing: 'Cette indication manque.',
  wrong: 'Vérifiez : ce n’est pas valable, ou ne correspond pas au pays.',
  save: 'Enregistrer',
  saved: 'Enregistré.',
}
