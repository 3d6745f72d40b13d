import { type BillingDetails, plainVatId } from '#core/billing'
import { Columns, type Fields, text } from '#platform/database/columns'

/** The columns of the details that documents of an order name its buyer with. */
export const billingFields = new Columns('order_billing', {
  company: text('Company, or authority'),
  name: text('Person'),
  street: text('Street and number'),
  postcode: text('Postcode'),
  city: text('City'),
  country: text('Country, ISO 3166-1'),
  vat_id: { ...text('VAT id'), write: plainVatId },
  order_reference: text('Number of its order'),
  leitweg_id: { ...text('Leitweg-ID'), write: (id: string) => id.toUpperCase() },
} satisfies Fields<'order_billing', BillingDetails>)
