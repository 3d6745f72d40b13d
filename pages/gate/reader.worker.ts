/** Reads codes in pictures, off the main thread. Loaded with the first picture. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
// Both come from one package: a script and a wasm of different versions crash the tab.
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

prepareZXingModule({ overrides: { locateFile: () => wasm } })
const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d', { willReadFrequently: true })

addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => void answer(data))

async function answer(picture: ImageBitmap): Promise<void> {
  try {
    postMessage({ texts: await read(picture) })
  } catch (error) {
    postMessage({ fault: `${error}` })
  } finally {
    picture.close()
  }
}

/** Returns the texts of the QR codes in a picture. */
async function read(picture: ImageBitmap): Promise<string[]> {
  const { width, height } = picture
  Object.assign(canvas, { width, height })
  context?.drawImage(picture, 0, 0)
  const pixels = context?.getImageData(0, 0, width, height)
  if (!pixels) return []
  const found = await readBarcodes(pixels, {
    formats: ['QRCode'],
    tryRotate: false,
    maxNumberOfSymbols: 4,
  })
  return found.map(({ text }) => text)
}
