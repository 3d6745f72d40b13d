/** Tickets on paper, as the service prints them. */
import { notice } from '../../shared/page.ts'
import type { Controls } from '../control-types.ts'
import type { Till } from '../till.ts'
import { knownPrinter } from './printer.ts'

/** The time for which a printed page can be read from its address. */
const minute = 60_000
/** Loaded when it is needed. */
const setup = () => import('./setup.ts')
const notFetched = 'It could not be fetched for printing. Try again from the last sales.'

export async function printSale(till: Till, paper: '80mm' | 'a6'): Promise<void> {
  const { stage, calls } = till
  if (stage.step === 'sold') await openPaper(calls.paper(stage.sale, paper))
}

/** Opens a PDF in a window of its own, from which it is printed. */
export async function openPaper(pdf: Promise<Blob>): Promise<void> {
  try {
    const address = URL.createObjectURL(await pdf)
    setTimeout(() => URL.revokeObjectURL(address), minute)
    notice('paper', null)
    if (!window.open(address))
      notice('paper', 'The browser let no window open. Allow it for this page.')
  } catch {
    notice('paper', notFetched)
  }
}

/** Prints the sale on the printer of this till, without a dialog. */
export async function printTickets({ stage, calls }: Till): Promise<void> {
  const printer = knownPrinter()
  if (stage.step !== 'sold' || !printer) return
  const { sendPrint } = await setup()
  notice('paper', null)
  notice('paper', await sendPrint(calls, printer, stage.sale.id))
}

/** Wires the set-up of the printer. */
export function wirePrinter({ press, send, pick }: Controls): void {
  pick('views', 'view', async (till) => {
    if (till.view === 'shift') (await setup()).showPrinter()
  })
  press('printer-open', async (till) => (await setup()).openSetUp(till))
  press('printer-forget', async (till) => (await setup()).forgetPrinter(till))
  send('printer-form', async (till) => (await setup()).setUpPrinter(till))
}
