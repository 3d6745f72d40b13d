/** A scanner at the gate and what it reads: pictures. */
import { readFileSync } from 'node:fs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

/** Returns the code a scanner reads in a picture; of other kinds it could take a part of a QR code for one of theirs. */
export async function scanPicture(picture: Buffer) {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
  return found.map(({ text, format, ecLevel }) => ({ text, format, ecLevel }))
}
