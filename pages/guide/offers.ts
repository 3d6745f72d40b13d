import { fromPrice, guideWords as words } from '#common/words/guide-words'
import { ask, festival } from './session.ts'

/** Updates a card's price to the available offers, or says that nothing is available. */
export async function showLeft(offer: HTMLElement): Promise<void> {
  const { offer: id = '', prices = '' } = offer.dataset
  // Without an answer the price from the server stays, which considers only the sale periods.
  const left = await ask(() => festival.festivals.availability(id)).catch(() => [])
  const open = left.filter(({ status }) => status === 'on_sale').map((tier) => tier.ticket_id)
  if (open.length > 0) showPrice(offer, readPrices(prices, open))
  else if (isSoldOut(left)) showGone(offer, words.soldOut)
  else if (left.length > 0 && left.every(({ status }) => status === 'closed'))
    showGone(offer, words.closed)
}

function showGone(offer: HTMLElement, why: string): void {
  offer.textContent = why
  offer.classList.add('gone')
}

/** A card knows only the first of very many tiers: when none of them is available its price stays. */
function showPrice(offer: HTMLElement, left: { price: number }[]): void {
  if (left.length > 0) offer.textContent = fromPrice(left)
}

/** A tier that is not on sale yet may still be bought later. */
function isSoldOut(left: { status: string }[]): boolean {
  const statuses = new Set(left.map(({ status }) => status))
  return statuses.has('sold_out') && !statuses.has('not_yet')
}

/** Parses `id=45 id=89.5`: the prices of these tiers. */
function readPrices(prices: string, ids: string[]): { price: number }[] {
  const byId = new Map(prices.split(' ').map((pair) => pair.split('=') as [string, string]))
  return ids.flatMap((id) => (byId.has(id) ? [{ price: Number(byId.get(id)) }] : []))
}
