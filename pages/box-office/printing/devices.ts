/** Printers at USB and serial ports of this device, by WebUSB and Web Serial. */
import { NotPrinted, type Printer } from './printer.ts'
import { faults } from './words.ts'

/** Class 7 are printers; those of Epson and Star have a class of their own in some settings. */
const filters = [{ classCode: 7 }, { vendorId: 0x04b8 }, { vendorId: 0x0519 }]
/** Bytes sent at once: a printer that stops is noticed before the rest is sent. */
const chunk = 4_096
/** The longest time that a printer may take no data, in milliseconds: it is out of paper, open or off. */
const patience = 15_000
/** The bit of GET_PORT_STATUS (USB class of printers, 4.2.2) that says that paper is missing. */
const paperEmpty = 0x20

/** Lets the browser ask for a printer among the connected ones. */
export async function chooseDevice(
  kind: 'usb' | 'serial',
): Promise<Pick<Printer, 'name' | 'device'>> {
  const { usb, serial } = navigator
  try {
    if (kind === 'usb') {
      if (!usb) throw new NotPrinted(faults.unsupported)
      const device = await usb.requestDevice({ filters })
      return { name: device.productName ?? 'USB', device: usbId(device) }
    }
    if (!serial) throw new NotPrinted(faults.unsupported)
    return { name: 'Serial port', device: serialId(await serial.requestPort()) }
  } catch (error) {
    throw error instanceof NotPrinted ? error : new NotPrinted(faults.none)
  }
}

const usbId = ({ vendorId, productId, serialNumber = '' }: UsbDevice) =>
  `${vendorId}-${productId}-${serialNumber}`
function serialId(port: SerialPort): string {
  const { usbVendorId, usbProductId } = port.getInfo()
  return `${usbVendorId}-${usbProductId}`
}

/** Sends bytes to a printer that was chosen before. @throws NotPrinted with what to do next */
export async function sendToDevice(
  printer: Printer,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  if (printer.kind === 'usb') await sendByUsb(printer, bytes)
  else await sendBySerial(printer, bytes)
}

async function sendByUsb(printer: Printer, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const devices = (await navigator.usb?.getDevices()) ?? []
  const device = devices.find((one) => usbId(one) === printer.device)
  if (!device) throw new NotPrinted(faults.gone)
  try {
    const { number, endpoint } = await claim(device)
    await refuseEmpty(device, number)
    for (let start = 0; start < bytes.length; start += chunk) {
      const part = bytes.slice(start, start + chunk)
      const { status } = await inTime(device.transferOut(endpoint, part), () =>
        refuseEmpty(device, number),
      )
      if (status !== 'ok') throw new NotPrinted(faults.stopped)
    }
  } catch (error) {
    throw error instanceof NotPrinted ? error : new NotPrinted(faults.lost)
  } finally {
    await device.close().catch(() => undefined)
  }
}

/** Opens a device for this page alone, and returns where it takes data. */
async function claim(device: UsbDevice): Promise<{ number: number; endpoint: number }> {
  try {
    await device.open()
    if (!device.configuration) await device.selectConfiguration(1)
    const ways = (device.configuration?.interfaces ?? []).flatMap(
      ({ interfaceNumber: number, alternate }) => {
        const isOut = (one: UsbEndpoint) => one.direction === 'out' && one.type === 'bulk'
        const endpoint = alternate.endpoints.find(isOut)?.endpointNumber
        return endpoint === undefined ? [] : [{ number, endpoint, of: alternate.interfaceClass }]
      },
    )
    const way = ways.find(({ of }) => of === 7) ?? ways[0]
    if (!way) throw new NotPrinted(faults.notPrinter)
    await device.claimInterface(way.number)
    return way
  } catch (error) {
    throw error instanceof NotPrinted ? error : new NotPrinted(faults.taken)
  }
}

/** Refuses to print without paper, if the printer says so. */
async function refuseEmpty(device: UsbDevice, number: number): Promise<void> {
  const asked = {
    requestType: 'class',
    recipient: 'interface',
    request: 1,
    value: 0,
    index: number,
  }
  // A printer with a class of its own does not answer.
  const answer = await device.controlTransferIn(asked, 1).catch(() => undefined)
  if ((answer?.data?.getUint8(0) ?? 0) & paperEmpty) throw new NotPrinted(faults.paper)
}

async function sendBySerial(printer: Printer, bytes: Uint8Array): Promise<void> {
  const ports = (await navigator.serial?.getPorts()) ?? []
  const port = ports.find((one) => serialId(one) === printer.device)
  if (!port) throw new NotPrinted(faults.gone)
  // A cable of three wires has no flow control, and a printer is faster than its port.
  await port.open({ baudRate: printer.speed ?? 115_200, flowControl: 'none' }).catch(() => {
    throw new NotPrinted(faults.taken)
  })
  try {
    if (port.writable) await writeAll(port.writable.getWriter(), bytes)
  } catch (error) {
    throw error instanceof NotPrinted ? error : new NotPrinted(faults.lost)
  } finally {
    await port.close().catch(() => undefined)
  }
}

type Writer = WritableStreamDefaultWriter<Uint8Array>

async function writeAll(writer: Writer, bytes: Uint8Array): Promise<void> {
  try {
    for (let start = 0; start < bytes.length; start += chunk) {
      await inTime(writer.write(bytes.subarray(start, start + chunk)))
    }
    await inTime(writer.close())
  } catch (error) {
    // A stream that was not ended keeps its port open.
    void writer.abort().catch(() => undefined)
    throw error
  } finally {
    writer.releaseLock()
  }
}

/** Waits for a printer for a limited time, after which `ask` may say why it does not print. */
function inTime<T>(work: Promise<T>, ask?: () => Promise<void>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new NotPrinted(faults.stopped))
    const timer = setTimeout(() => void (ask?.() ?? Promise.resolve()).then(end, reject), patience)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
