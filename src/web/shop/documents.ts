/** The invoices and credit notes of orders, on `/tickets` and `/me`. */
import { wordsIn } from '#common/words/all'
import { days, sum } from '#common/words/guide-words'
import { pageLanguage } from '#common/words/locale'
import { words as shop } from '#common/words/shop-words'
import { utc } from '#platform/zones/local-time'
import type { OfOrder, OrderDocument } from '#shop/documents'
import { html, type Markup, type Shown } from '../ui/markup.ts'
import type { OrderRead } from '../ui/shapes.ts'

/** By the ids of their orders. */
export type Documents = Map<string, OfOrder>

/** Not with the words of scripts: only the server writes them. */
const documentWords = () => wordsIn(pageLanguage()).documents

/** Returns the ids of orders that may have documents. */
export const paidOf = (orders: OrderRead[]): string[] =>
  orders.flatMap(({ id, status, amount }) => (status === 'succeeded' && amount > 0 ? id : []))

/** Links to the documents of an order, and says that one is being made; nothing without any. */
export function documentsShown({ documents, is_awaited }: OfOrder = none): Shown {
  if (documents.length === 0 && !is_awaited) return null
  return html`${documents.length > 0 && html`<ul class="documents">${documents.map(linkTo)}</ul>`}
    ${is_awaited && html`<p class="quiet">${documentWords().list.awaited}</p>`}`
}

const none: OfOrder = { documents: [], is_awaited: false }

function linkTo({ id, number, issued_on, gross_cents, ...one }: OrderDocument): Markup {
  const words = documentWords()
  const kind = one.kind === 'invoice' ? words.invoice : words.creditNote
  const noon = `${issued_on}T12:00:00Z`
  const day = days({ start_time: noon, end_time: noon, time_zone: utc })
  return html`<li><a href="/me/documents/${id}/pdf">${kind} ${number}</a> <span class="quiet">${sum(gross_cents / 100)} · ${day}${one.is_cancelled && ` · ${words.list.cancelled}`}</span></li>`
}

/** A part of the page with the documents of each of several orders; nothing if none has any. */
export function documentsPart(orders: OrderRead[], documents: Documents): Shown {
  const shown = orders.flatMap((order) => {
    const links = documentsShown(documents.get(order.id))
    return links === null ? [] : html`<li>${nameOf(order)}${links}</li>`
  })
  if (shown.length === 0) return null
  return html`<section class="part" id="documents" aria-labelledby="documents-title">
    <div class="part-head"><h2 id="documents-title">${documentWords().list.title}</h2></div>
    <ul class="ordered">${shown}</ul>
  </section>`
}

/** Returns the names of the festivals and plans of an order, each once. */
export const boughtIn = ({ payments }: OrderRead): string =>
  [...new Set(payments.map(({ festival, item }) => festival?.name ?? item.name ?? ''))].join(', ')

function nameOf(order: OrderRead): Markup {
  const { id, number } = order
  return html`<p><strong>${boughtIn(order)}</strong> <span class="quiet">${shop.orderNumber} <code>${number ?? id}</code></span></p>`
}
