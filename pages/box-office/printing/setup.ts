/** Setting up the printer of this till, and sending prints to it. */
import { part, say, show } from '../../shared/page.ts'
import { type Calls, Refusal } from '../calls.ts'
import type { Till } from '../till.ts'
import { chooseDevice, sendToDevice } from './devices.ts'
import { knownPrinter, NotPrinted, type Printer, storePrinter } from './printer.ts'
import { faults, noPrinter, printerOf, tested } from './words.ts'

/** Prints the tickets of a sale, or a test page; returns the sentence that says why it did not, or null. */
export async function sendPrint(
  calls: Calls,
  printer: Printer,
  saleId?: string,
): Promise<string | null> {
  try {
    if (printer.kind === 'network') await calls.printAt(printer, saleId)
    else {
      const data = await calls.printData(printer, saleId)
      await sendToDevice(printer, new Uint8Array(await data.arrayBuffer()))
    }
    return null
  } catch (error) {
    const isKnown = error instanceof NotPrinted || error instanceof Refusal
    return isKnown ? error.message : faults.fetch
  }
}

const select = (id: string) => part(id, HTMLSelectElement)
const network = 'network:'

/** Shows the printer of this till. */
export function showPrinter(): void {
  const printer = knownPrinter()
  say('printer-state', printer ? printerOf(printer) : noPrinter)
  show('printer-forget', printer !== undefined)
}

/** Opens the form, with the printers that the service reaches; without a network it has those of this device alone. */
export async function openSetUp({ calls }: Till): Promise<void> {
  await listKinds(calls)
  const kinds = select('printer-kind')
  if (kinds.options.length === 0) return say('printer-fault', faults.unsupported)
  const { paper = '80mm', language = 'escpos' } = knownPrinter() ?? {}
  select('printer-paper').value = paper
  select('printer-language').value = language
  const showSpeed = () => show('printer-speed-row', kinds.value === 'serial')
  kinds.addEventListener('change', showSpeed)
  showSpeed()
  show('printer-open', false)
  show('printer-form', true)
  return kinds.focus()
}

/** Lists how a printer can be connected to this device. */
async function listKinds(calls: Calls): Promise<void> {
  const named = await calls.printers().catch(() => [])
  const { usb, serial } = navigator
  select('printer-kind').replaceChildren(
    ...(usb ? [new Option('By USB', 'usb')] : []),
    ...(serial ? [new Option('At a serial port, or by Bluetooth', 'serial')] : []),
    ...named.map(({ name }) => new Option(`In the network: ${name}`, network + name)),
  )
}

/** Sets a printer up as the form says, and prints a test page. */
export async function setUpPrinter({ calls, draw }: Till): Promise<void> {
  say('printer-fault', '')
  say('printer-result', '')
  try {
    const printer = await chosenPrinter()
    const fault = await sendPrint(calls, printer)
    if (fault !== null) return say('printer-fault', fault)
    storePrinter(printer)
    say('printer-result', tested)
    showPrinter()
    return draw()
  } catch (error) {
    return say('printer-fault', error instanceof NotPrinted ? error.message : faults.none)
  }
}

/** Returns the printer of the form; of one at this device the browser asks which. */
async function chosenPrinter(): Promise<Printer> {
  const kind = select('printer-kind').value
  const paper = select('printer-paper').value as Printer['paper']
  const language = select('printer-language').value as Printer['language']
  if (kind.startsWith(network)) {
    return { kind: 'network', name: kind.slice(network.length), paper, language }
  }
  if (kind !== 'usb' && kind !== 'serial') throw new NotPrinted(faults.none)
  const speed = Number(select('printer-speed').value)
  return { kind, paper, language, speed, ...(await chooseDevice(kind)) }
}

export function forgetPrinter({ draw }: Till): void {
  storePrinter(undefined)
  say('printer-result', '')
  showPrinter()
  draw()
}
