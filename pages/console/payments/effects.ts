import type { SoldPayment } from '../../../client/src/index.ts'
import { inEuros } from '../components/tables/figures.tsx'
import { inDigits } from '../overview/words.ts'

const ends = {
  ticket: 'The ticket becomes invalid: no gate admits it. Its place becomes available again.',
  accommodation: 'The booking is cancelled, and its place becomes available again.',
  subscription: 'The membership that was bought with it ends.',
}

/** The effects of a refund (contract, section 7), as sentences; `kept` of `amount` is not refunded, EUR. */
export function effectsOf(
  payment: Pick<SoldPayment, 'payment_type' | 'points_used' | 'is_validated'>,
  { isFull, amount, kept = 0 }: { isFull: boolean; amount: number; kept?: number },
): string[] {
  const { payment_type, points_used, is_validated } = payment
  const back = Math.round((amount - kept) * 100) / 100
  const money = [
    ...(back > 0 ? [`${inEuros(back)} is refunded to the original payment method.`] : []),
    ...(kept > 0
      ? [`${inEuros(kept)} is not refunded, for points earned with it that are already spent.`]
      : []),
  ]
  if (!isFull)
    return [
      ...money,
      payment_type === 'subscription' ? 'The membership stays valid.' : 'The ticket stays valid.',
      ...(points_used > 0 ? ['The points it was paid with stay spent.'] : []),
      'Points earned with it are deducted in proportion.',
    ]
  return [
    ...money,
    ...(points_used > 0 ? [`${inDigits(points_used)} points are returned to the buyer.`] : []),
    ends[payment_type],
    ...(is_validated ? ['It has already been used for admission.'] : []),
    'Points earned with it are deducted.',
  ]
}
