/** The printer of this till: what it is, which the device remembers beyond a shift. */
export type Printer = {
  /** `network` is a printer that the operator of the service has named */
  kind: 'usb' | 'serial' | 'network'
  /** of a network printer its name in the settings of the service, else what the device calls itself */
  name: string
  paper: '80mm' | '58mm'
  language: 'escpos' | 'star' | 'starprnt'
  /** which of the devices that this page may use: vendor, product and serial number */
  device?: string
  /** bits a second, of a serial port */
  speed?: number
}

const place = 'box-office-printer'

export function knownPrinter(): Printer | undefined {
  const text = localStorage.getItem(place)
  return text === null ? undefined : (JSON.parse(text) as Printer)
}

export function storePrinter(printer: Printer | undefined): void {
  if (printer) localStorage.setItem(place, JSON.stringify(printer))
  else localStorage.removeItem(place)
}

/** A printer did not print; `message` is a sentence for the seller. */
export class NotPrinted extends Error {}
