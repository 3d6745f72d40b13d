/** Why a charge with one of Stripe's test methods `pm_card_chargeDeclined…` is declined. */
const declines = new Map<string, string>([
  ['', 'generic_decline'],
  ['InsufficientFunds', 'insufficient_funds'],
  ['LostCard', 'lost_card'],
  ['StolenCard', 'stolen_card'],
  ['ExpiredCard', 'expired_card'],
  ['IncorrectCvc', 'incorrect_cvc'],
  ['ProcessingError', 'processing_error'],
  ['Fraudulent', 'fraudulent'],
  ['VelocityLimitExceeded', 'card_velocity_exceeded'],
])

/** Those that say it in another way. */
const others = new Map<string, string>([
  ['pm_card_chargeCustomerFail', 'generic_decline'],
  ['pm_card_radarBlock', 'fraudulent'],
])

/** Methods for which the bank wants the buyer, and what it says when the buyer was there. */
const afterAction = new Map<string, string | undefined>([
  ['pm_card_authenticationRequired', undefined],
  ['pm_card_authenticationRequiredOnSetup', undefined],
  ['pm_card_threeDSecureRequired', undefined],
  ['pm_card_threeDSecure2Required', undefined],
  ['pm_card_threeDSecureRequiredChargeDeclined', 'generic_decline'],
  ['pm_card_threeDSecureRequiredProcessingError', 'processing_error'],
  ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'insufficient_funds'],
])

/** Its refunds succeed at first, and fail later. */
const failsRefund = 'pm_card_refundFail'
/** Its refunds are pending at first. */
const delaysRefund = 'pm_card_pendingRefund'

/** Methods whose owner disputes the charge afterwards, and the reason. */
const disputes = new Map<string, string>([
  ['pm_card_createDispute', 'fraudulent'],
  ['pm_card_createDisputeProductNotReceived', 'product_not_received'],
])

/** Every method that is not simply good. */
export const testMethods = [
  ...[...declines.keys()].flatMap((why) =>
    ['', 'visa_'].map((card) => `pm_card_${card}chargeDeclined${why}`),
  ),
  ...others.keys(),
  ...afterAction.keys(),
  failsRefund,
  delaysRefund,
  ...disputes.keys(),
]

/** What becomes of a charge: whether the buyer is wanted first, and the reason if it is declined or disputed. */
export type Fate = {
  needsBuyer: boolean
  declined: string | undefined
  /** whether its refunds fail after they succeeded, or are pending at first */
  failsRefund: boolean
  delaysRefund: boolean
  /** why the owner of the card disputes it afterwards */
  disputed: string | undefined
}

/** The fate that Stripe's test methods stand for; any other method is good. */
export function fateOf(method: string): Fate {
  const [, suffix] = /^pm_card_(?:visa_)?chargeDeclined(\w*)$/.exec(method) ?? []
  const declined =
    suffix === undefined ? others.get(method) : (declines.get(suffix) ?? 'generic_decline')
  return {
    needsBuyer: afterAction.has(method),
    declined: afterAction.has(method) ? afterAction.get(method) : declined,
    failsRefund: method === failsRefund,
    delaysRefund: method === delaysRefund,
    disputed: disputes.get(method),
  }
}
