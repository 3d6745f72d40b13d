import type { SoldPayment } from '../../../client/src/index.ts'
import { inEuros } from '../components/figures.tsx'
import { inDigits } from '../overview/words.ts'

const ends = {
  ticket: 'The ticket ends: no gate admits it any more. Its place is free for others again.',
  accommodation: 'The booking ends, and its place is free for others again.',
  subscription: 'The membership that was bought with it ends.',
}

/** What a refund does (contract, section 7), as sentences; `kept` of `amount` is kept back, EUR. */
export function effectsOf(
  payment: Pick<SoldPayment, 'payment_type' | 'points_used' | 'is_validated'>,
  { isFull, amount, kept = 0 }: { isFull: boolean; amount: number; kept?: number },
): string[] {
  const { payment_type, points_used, is_validated } = payment
  const back = Math.round((amount - kept) * 100) / 100
  const money = [
    ...(back > 0 ? [`${inEuros(back)} go back to how it was paid.`] : []),
    ...(kept > 0
      ? [`${inEuros(kept)} are kept back, for points that came with it and are spent.`]
      : []),
  ]
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
