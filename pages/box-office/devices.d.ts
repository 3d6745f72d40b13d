/** The parts of WebUSB and Web Serial that printers need: TypeScript brings no types of them. */
type UsbEndpoint = { endpointNumber: number; direction: 'in' | 'out'; type: string }
type UsbInterface = {
  interfaceNumber: number
  alternate: { interfaceClass: number; endpoints: UsbEndpoint[] }
}
interface UsbDevice {
  vendorId: number
  productId: number
  serialNumber?: string
  productName?: string
  configuration: { interfaces: UsbInterface[] } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  controlTransferIn(setup: object, length: number): Promise<{ data?: DataView }>
  transferOut(endpoint: number, data: BufferSource): Promise<{ status: string }>
}
interface SerialPort {
  readonly writable: WritableStream<Uint8Array> | null
  getInfo(): { usbVendorId?: number; usbProductId?: number }
  open(options: { baudRate: number; flowControl: 'none' | 'hardware' }): Promise<void>
  close(): Promise<void>
}
interface Navigator {
  readonly usb?: {
    getDevices(): Promise<UsbDevice[]>
    requestDevice(options: { filters: object[] }): Promise<UsbDevice>
  }
  readonly serial?: {
    getPorts(): Promise<SerialPort[]>
    requestPort(): Promise<SerialPort>
  }
}
