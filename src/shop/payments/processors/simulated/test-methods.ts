/** The reasons for a decline of a charge with Stripe's test methods `pm_card_chargeDeclined…`. */
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

/** Declining methods with a name of another form. */
const others = new Map<string, string>([
  ['pm_card_chargeCustomerFail', 'generic_decline'],
  ['pm_card_radarBlock', 'fraudulent'],
])

/** Methods for which the bank requires the buyer, and the reason if it declines after that. */
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

/** Methods that lead to a dispute of the charge afterwards, and the reason. */
const disputes = new Map<string, string>([
  ['pm_card_createDispute', 'fraudulent'],
  ['pm_card_createDisputeProductNotReceived', 'product_not_received'],
])

/** Every method that does not simply succeed. */
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

/** The fate of a charge: if the buyer is required first, and the reason if it is declined or disputed. */
export type Fate = {
  needsBuyer: boolean
  declined: string | undefined
  /** true if its refunds fail after they succeeded; `delaysRefund`: if they are pending at first */
  failsRefund: boolean
  delaysRefund: boolean
  /** the reason why the owner of the card disputes it afterwards */
  disputed: string | undefined
}

/** Returns the fate that a test method of Stripe's stands for; any other method succeeds. */
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
