/** What invoices of an order say of a company, at the checkout and later. */
import { words } from '#common/words/shop-words'
import { html, type Markup, type Shown } from '../ui/markup.ts'

type Name = keyof typeof words.billing.fields

/** The fields in their sequence, with what browsers fill in. */
const fields: [name: Name, autocomplete: string, maxlength: number][] = [
  ['company', 'organization', 200],
  ['street', 'street-address', 200],
  ['postcode', 'postal-code', 20],
  ['city', 'address-level2', 100],
  ['country', 'country', 2],
  ['vat_id', 'off', 60],
  ['order_reference', 'off', 100],
  ['leitweg_id', 'off', 60],
]

/** The fields, closed until they are wanted, with ids that begin with `id`. The script adds the countries. */
function billingFields(id: string): Markup {
  return html`${fields.map(([name, autocomplete, maxlength]) => {
    const own = `${id}-${name}`
    const attributes = html`id="${own}" name="${name}" autocomplete="${autocomplete}" aria-describedby="${own}-fault"`
    return html`<label for="${own}">${words.billing.fields[name]}</label>
      ${name === 'country' ? html`<select ${attributes}><option value=""></option></select>` : html`<input ${attributes} maxlength="${maxlength}">`}
      <p class="fault" id="${own}-fault" role="alert"></p>`
  })}`
}

/** The fields within the form that pays. */
export const billingAtCheckout = (): Markup =>
  html`<details class="billing"><summary>${words.billing.ask}</summary><p class="quiet">${words.billing.hint}</p>${billingFields('billing')}</details>`

/** A form of its own for a paid order; none for one that was free. */
export function billingLater({ id, amount }: { id: string; amount: number }): Shown {
  if (amount === 0) return null
  return html`<details class="billing" data-order="${id}"><summary>${words.billing.ask}</summary>
    <form novalidate>${billingFields(`billing-${id}`)}
      <button type="submit" disabled>${words.billing.save}</button>
      <p class="fault" role="alert"></p>
      <p role="status"></p>
    </form>
  </details>`
}
