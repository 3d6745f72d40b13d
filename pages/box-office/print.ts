/** Tickets on paper, as the service prints them. */
import { notice } from '../shared/page.ts'
import type { Till } from './till.ts'

/** The time for which a printed page can be read from its address. */
const minute = 60_000

export async function printSale(till: Till, paper: '80mm' | 'a6'): Promise<void> {
  const { stage, calls } = till
  if (stage.step !== 'sold') return
  try {
    const address = URL.createObjectURL(await calls.paper(stage.sale, paper))
    setTimeout(() => URL.revokeObjectURL(address), minute)
    notice('paper', null)
    if (!window.open(address))
      notice('paper', 'The browser let no window open. Allow it for this page.')
  } catch {
    notice('paper', 'The tickets could not be fetched for printing. Try again from the last sales.')
  }
}
