import { words } from '#common/words/shop-words'
import type { Parts } from '../parts.ts'

/** Returns true if the buyer has chosen a bank transfer, for an order that costs something. */
export const paysByTransfer = ({ means, amount }: Parts): boolean =>
  amount > 0 && means?.querySelector<HTMLInputElement>('[value="transfer"]')?.checked === true

/** Returns the text of the button that pays. */
export const payText = (parts: Parts): string =>
  paysByTransfer(parts) ? words.transfer.order(parts.amount) : words.pay(parts.amount)
