/** Where to transfer the amount of an order, on `/checkout`, `/tickets` and `/me`. */
import { moment, sum } from '#common/words/guide-words'
import { words } from '#common/words/shop-words'
import { inGroups } from '#core/banking'
import { utc } from '#platform/zones/local-time'
import { pathOf } from '#shop/tickets'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { OrderRead } from '../ui/shapes.ts'
import { picture } from '../ui/ticket-codes.ts'
import { zoned } from '../ui/zone.ts'

/** Returns the account, the amount, the reference and the QR code; nothing for an order that waits for no transfer. */
export function transferOf({ id, awaiting_payment, payments }: OrderRead): Shown {
  if (awaiting_payment === null) return null
  const { holder, iban, bic, amount, reference, pay_until, qr_text } = awaiting_payment
  const zone = payments.find(({ festival }) => festival !== null)?.festival?.time_zone ?? utc
  const { transfer } = words
  return html`<section class="sum transfer" id="transfer" data-order="${id}" tabindex="-1" aria-labelledby="transfer-title">
    <h2 id="transfer-title">${transfer.title}</h2>
    <p>${transfer.lead}</p>
    <dl>
      <div><dt>${transfer.holder}</dt><dd>${holder}</dd></div>
      <div><dt>IBAN</dt><dd>${inGroups(iban)} ${copyButton(iban, transfer.copyIban)}</dd></div>
      ${bic !== null && html`<div><dt>BIC</dt><dd>${bic}</dd></div>`}
      <div><dt>${transfer.amount}</dt><dd><strong>${sum(amount)}</strong></dd></div>
      <div><dt>${transfer.reference}</dt><dd>${reference} ${copyButton(reference, transfer.copyReference)}</dd></div>
      <div><dt>${transfer.until}</dt><dd>${zoned(pay_until, zone, moment(pay_until, zone))}</dd></div>
    </dl>
    <p role="status"></p>
    ${picture(pathOf(qr_text, 'byte'), { name: 'bank-qr', label: transfer.qr })}
    <p class="quiet">${transfer.qrHint}</p>
    <p class="quiet">${transfer.change}</p>
    <p class="actions"><button type="button" data-give-up>${words.giveUp}</button></p>
  </section>`
}

const copyButton = (text: string, label: string): Markup =>
  html`<button type="button" data-copy="${text}" aria-label="${label}">${words.transfer.copy}</button>`

/** The choice between card and transfer; for a visitor without a confirmed e-mail, how to get it. */
export function meansOf(days: number | undefined, isProven: boolean): Shown {
  const { transfer } = words
  if (days === undefined) return null
  if (!isProven) return html`<p class="quiet">${transfer.signIn}</p>`
  return html`<fieldset class="outcomes" id="means">
    <legend>${transfer.choose}</legend>
    <label class="choice"><input type="radio" name="means" value="card" checked><span>${transfer.card}</span></label>
    <label class="choice"><input type="radio" name="means" value="transfer"><span>${transfer.name}<small>${transfer.hint(days)}</small></span></label>
  </fieldset>`
}
