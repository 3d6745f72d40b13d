import type { SoldPayment } from '../../../client/src/index.ts'
import { inEuros } from '../components/figures.tsx'
import { inDigits } from '../overview/words.ts'

const ends = {
  ticket: 'The ticket ends: no gate admits it any more. Its place is free for others again.',
  accommodation: 'The booking ends, and its place is free for others again.',
  subscription: 'The membership that was bought with it ends.',
}

/** What a refund does (specification, section 4; contract, section 4), as sentences. */
export function effectsOf(
  payment: Pick<SoldPayment, 'payment_type' | 'points_used' | 'is_validated'>,
  { isFull, amount }: { isFull: boolean; amount: number },
): string[] {
  const { payment_type, points_used, is_validated } = payment
  const money = amount > 0 ? [`${inEuros(amount)} go back to how it was paid.`] : []
  if (!isFull)
    return [
      ...money,
      payment_type === 'subscription' ? 'The membership goes on.' : 'The ticket stays good.',
      ...(points_used > 0 ? ['The points it was paid with stay spent.'] : []),
      'Points earned with it are taken back in proportion.',
    ]
  return [
    ...money,
    ...(points_used > 0 ? [`${inDigits(points_used)} points come back to the buyer.`] : []),
    ends[payment_type],
    ...(is_validated ? ['It has been used already: whoever came in with it is in.'] : []),
    'Points earned with it are taken back.',
  ]
}
