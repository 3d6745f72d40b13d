/** Printers at the ports of a page: Chromium has none. */

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- it adds to the one of the browser
  interface Window {
    printer: {
      bytes: number[]
      /** how often the page has closed it */
      closed: number
      isThere: boolean
      isEmpty: boolean
      isTaken: boolean
      /** transfers after which it is unplugged; -1: never */
      breaksAfter: number
    }
  }
}

/** Replaces WebUSB and Web Serial in a page by a printer; runs in the page. */
export function emulatePrinters(): void {
  const printer: Window['printer'] = {
    bytes: [],
    closed: 0,
    isThere: true,
    isEmpty: false,
    isTaken: false,
    breaksAfter: -1,
  }
  window.printer = printer
  const fail = (name: string) => Promise.reject(new DOMException(name, name))
  const take = (data: Uint8Array) => {
    if (printer.breaksAfter === 0) return fail('NetworkError')
    printer.breaksAfter--
    printer.bytes.push(...data)
    return Promise.resolve({ status: 'ok' })
  }
  const close = () => {
    printer.closed++
    return Promise.resolve()
  }
  const endpoints = [
    { endpointNumber: 2, direction: 'in', type: 'bulk' },
    { endpointNumber: 1, direction: 'out', type: 'bulk' },
  ]
  const device = {
    vendorId: 0x04b8,
    productId: 0x0e15,
    serialNumber: 'A1',
    productName: 'Till printer',
    configuration: null as object | null,
    open: () => Promise.resolve(),
    close,
    selectConfiguration: () => {
      device.configuration = {
        interfaces: [{ interfaceNumber: 0, alternate: { interfaceClass: 7, endpoints } }],
      }
      return Promise.resolve()
    },
    claimInterface: () => (printer.isTaken ? fail('NetworkError') : Promise.resolve()),
    controlTransferIn: () =>
      Promise.resolve({ data: new DataView(Uint8Array.of(printer.isEmpty ? 0x38 : 0x18).buffer) }),
    transferOut: (endpoint: number, data: Uint8Array) =>
      endpoint === 1 ? take(data) : fail('NotFoundError'),
  }
  const port = () => ({
    writable: new WritableStream<Uint8Array>({ write: async (data) => void (await take(data)) }),
    getInfo: () => ({ usbVendorId: 0x0519, usbProductId: 3 }),
    open: () => Promise.resolve(),
    close,
  })
  const one = <T>(made: T) => (printer.isThere ? Promise.resolve(made) : fail('NotFoundError'))
  const all = <T>(made: T) => Promise.resolve(printer.isThere ? [made] : [])
  const usb = { requestDevice: () => one(device), getDevices: () => all(device) }
  const serial = { requestPort: () => one(port()), getPorts: () => all(port()) }
  Object.defineProperty(navigator, 'usb', { value: usb, configurable: true })
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true })
}
