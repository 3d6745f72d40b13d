/** The words of the form for the details of a company. */
export const billing = {
  ask: 'Invoice for a company',
  hint: 'The invoice names the company. What you leave out can be filled in later, beside your tickets.',
  fields: {
    company: 'Company',
    street: 'Street and number',
    postcode: 'Postcode',
    city: 'City',
    country: 'Country',
    vat_id: 'VAT ID',
    order_reference: 'Your order number',
    leitweg_id: 'Leitweg-ID (German authorities)',
  },
  missing: 'This is missing.',
  wrong: 'Check this: it is not valid, or does not fit the country.',
  save: 'Save',
  saved: 'Saved.',
}
