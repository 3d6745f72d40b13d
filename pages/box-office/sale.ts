/** A basket as a request, and how it is paid. */
import type { SellAtTillBody } from '../../client/src/types.ts'
import { input } from '../shared/page.ts'
import { submit } from './asking.ts'
import { sellOffline } from './offline.ts'
import type { Till } from './till.ts'

/** Returns the seller's choices in the form that the service takes. */
export function wantedSale({ lines }: Till, means: SellAtTillBody['means']): SellAtTillBody {
  const email = input('email').value.trim()
  const admit = input('admit').checked && means !== 'terminal'
  return {
    items: lines.map(({ item: { payment_type, entity_id }, quantity }) => ({
      payment_type,
      entity_id,
      quantity,
    })),
    means,
    ...(email !== '' && { email }),
    ...(admit && { admit }),
  }
}

/** Takes cash for the basket, or for a sale after its card was declined. */
export function paymentOf(till: Till, tendered: number): Promise<void> {
  const { stage } = till
  if (stage.step === 'terminal') {
    const admit = input('admit').checked
    const body = { result: 'paid' as const, means: 'cash' as const, tendered, admit }
    return submit(till, { kind: 'conclude', sale: stage.sale, body })
  }
  if (!till.service.isOnline) return sellOffline(till, 'cash', tendered)
  return submit(till, { kind: 'sale', body: { ...wantedSale(till, 'cash'), tendered } })
}
