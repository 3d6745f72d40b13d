/** Texts of the shop's pages, in the language of the page. */
import { wordsOf } from './catalogues.ts'

export const words = wordsOf('shop')
export const basketWords = wordsOf('basket')

/** The results of the simulated payment, each by the payment method that produces it. */
export const outcomes = [
  { method: 'pm_card_visa', name: 'paid', hint: 'paidHint' },
  { method: 'pm_card_chargeDeclinedInsufficientFunds', name: 'declined', hint: 'declinedHint' },
  { method: 'pm_card_threeDSecure2Required', name: 'asked', hint: 'askedHint' },
  { method: 'pm_card_threeDSecureRequiredChargeDeclined', name: 'refused', hint: 'refusedHint' },
] as const
