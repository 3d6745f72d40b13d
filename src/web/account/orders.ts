/** The purchases of a fan, with their receipts, on `/me`. */

import { count, longDay, price, sum } from '#common/words/guide-words'
import { words } from '#common/words/me-words'
import { words as shop } from '#common/words/shop-words'
import type { Names } from '#core/sale-terms'
import { type BasketLine, linesOf } from '../shop/basket.ts'
import { billingLater } from '../shop/billing-form.ts'
import { boughtIn, type Documents, documentsShown } from '../shop/documents.ts'
import { transferOf } from '../shop/transfer.ts'
import { section } from '../ui/layout.ts'
import { lang } from '../ui/localized.ts'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { OrderRead } from '../ui/shapes.ts'

type Shows = { names: Names; documents: Documents }

export function ordersOf(orders: OrderRead[], shows: Shows): Markup {
  const paid = orders.filter(({ status }) => status === 'succeeded')
  return section(
    { id: 'orders', title: words.orders },
    html`${orders.map(transferOf)}${
      paid.length === 0
        ? html`<p class="quiet">${words.noOrders}</p>`
        : html`<ul class="orders">${paid.map((order) => orderOf(order, shows))}</ul>`
    }`,
  )
}

function orderOf(order: OrderRead, { names: translated, documents }: Shows): Markup {
  const { id, number, amount, created_at, payments } = order
  const refunded = payments.reduce((cents, one) => cents + Math.round(one.refunded_amount * 100), 0)
  return html`<li><details class="line-item">
    <summary><span><strong>${boughtIn(order)}</strong><br><span class="quiet">${longDay(created_at, 'UTC')}</span></span> <span class="price">${sum(amount)}</span></summary>
    <dl>${linesOf(order).map((line) => lineOf({ ...line, ...translated.get(line.id) }))}<div class="total"><dt>${shop.total}</dt><dd>${sum(amount)}</dd></div></dl>
    ${vatOf(payments)}
    ${refunded > 0 && html`<p>${words.refundedOf(refunded / 100)}</p>`}
    <p class="quiet">${shop.orderNumber} <code>${number ?? id}</code></p>
    ${documentsShown(documents.get(id))}
    <p class="actions">${payments.some(({ qr_code }) => qr_code !== null) && html`<a class="button" href="/me/orders/${id}/pdf">${words.orderPdf}</a>`}<button type="button" data-do="mail" data-order="${id}">${shop.sendAgain}</button></p>
    <p role="status"></p>
    <p class="fault" role="alert"></p>
    ${billingLater(order)}
  </details></li>`
}

function lineOf({ name, language, quantity, price: each, discount }: BasketLine): Markup {
  const off = discount > 0 && html`<div><dt>${shop.voucher}</dt><dd>−${sum(discount)}</dd></div>`
  return html`<div><dt>${count(quantity)} × <bdi${lang(language)}>${name}</bdi></dt><dd>${price(each * quantity)}</dd></div>${off}`
}

/** Shows the VAT of the purchased items where it is stated: each rate, and each reason for none, once. */
function vatOf(payments: OrderRead['payments']): Shown {
  const said = payments.map(({ vat }) => {
    if (vat === null) return null
    return vat.rate === null ? vat.exemption : shop.vatOf(vat.rate)
  })
  const texts = [...new Set(said.filter((text) => text !== null))]
  return texts.length > 0 && html`<p class="quiet">${texts.join('. ')}</p>`
}
