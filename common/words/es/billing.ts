/** The words of the form for the details of a company. */
export const billing = {
  ask: 'Factura para una empresa',
  hint: 'La factura indica la empresa. Lo que falte puede completarse después, junto a sus entradas.',
  fields: {
    company: 'Empresa',
    street: 'Calle y número',
    postcode: 'Código postal',
    city: 'Ciudad',
    country: 'País',
    vat_id: 'NIF-IVA',
    order_reference: 'Su número de pedido',
    leitweg_id: 'Leitweg-ID (administraciones alemanas)',
  },
  missing: 'Falta este dato.',
  wrong: 'Compruébelo: no es válido o no corresponde al país.',
  save: 'Guardar',
  saved: 'Guardado.',
}
