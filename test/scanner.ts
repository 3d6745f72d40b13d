/** A scanner at the gate and what it reads: pictures, and the pages of a PDF. */
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

/** Returns the code a scanner reads in a picture. */
export async function scanPicture(picture: Buffer) {
  const found = await readBarcodes(new Uint8Array(picture))
  return found.map(({ text, format, ecLevel }) => ({ text, format, ecLevel }))
}

/** Returns the pages of a PDF as their drawing commands. */
export function drawingsIn(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)
  return [...streams].flatMap(([, bytes = '']) => {
    try {
      const text = inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
      return / re$/m.test(text) ? [text] : []
    } catch {
      return []
    }
  })
}

/** Returns the picture made by the rectangles of one path of a page: the path with very many. */
export async function pictureIn(drawing: string): Promise<Buffer> {
  const paths = drawing.split(/^f$/m)
  const code = paths.find((path) => path.split(' re\n').length > 100) ?? ''
  const boxes = [...code.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map((box) =>
    box.slice(1).map((number) => Number(number) * 4),
  )
  const rects = boxes.map(([x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1680" height="2380"><path fill="#fff" d="M0 0h1680v2380H0z"/>${rects.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
