/** The printer of a till. The device remembers it beyond a shift. */
export type Printer = {
  /** `network` is a printer that the operator of the service has named */
  kind: 'usb' | 'serial' | 'network'
  /** its name in the settings of the service, or the product name of the device */
  name: string
  paper: '80mm' | '58mm'
  language: 'escpos' | 'star' | 'starprnt'
  /** vendor, product and serial number, by which it is found among the devices that the page may use */
  device?: string
  /** bits a second, of a serial port */
  speed?: number
}

const place = 'box-office-printer'

/** Returns the printer that this device remembers. */
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
