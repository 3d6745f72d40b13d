/** A scanner at the gate and what it reads: pictures, and the pages of a PDF. */
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { pngOf } from './svg.ts'

const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

/** Returns the code a scanner reads in a picture; of other kinds it could take a part of a QR code for one of theirs. */
export async function scanPicture(picture: Buffer) {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'] })
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

/** Returns the lines of text of a PDF as a reader copies them: by the characters that its fonts say they show. */
export function linesIn(pdf: Buffer): string[] {
  const source = pdf.toString('latin1')
  const named = [...source.matchAll(/\/(F\d+) (\d+) 0 R/g)]
  const fonts = new Map(
    named.map(([, name = '', number = '']) => [name, charactersOf(source, number)]),
  )
  let shown: string[] = []
  const drawn = drawingsIn(pdf).flatMap((page) => [
    ...page.matchAll(/\/(F\d+) .* Tf|^\[.*\] TJ$/gm),
  ])
  return drawn.flatMap(([command, font]) => {
    if (font !== undefined) {
      shown = fonts.get(font) ?? []
      return []
    }
    const glyphs = [...command.matchAll(/<(\w+)>/g)].map(([, hex = '']) => hex).join('')
    return [(glyphs.match(/.{4}/g) ?? []).map((glyph) => shown[parseInt(glyph, 16)]).join('')]
  })
}

/** What each glyph of a font stands for. */
function charactersOf(source: string, font: string): string[] {
  const table = /\/ToUnicode (\d+)/.exec(objectIn(source, font))?.[1] ?? ''
  const [, bytes = ''] = /stream\n([^]*?)\nendstream/.exec(objectIn(source, table)) ?? []
  const map = inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
  const ranges = [...map.matchAll(/^<\w+> <\w+> \[(.*)\]$/gm)]
  return ranges.flatMap(([, list = '']) =>
    [...list.matchAll(/<([^>]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  )
}

function objectIn(source: string, number: string): string {
  return new RegExp(`^${number} 0 obj\n([^]*?)\nendobj$`, 'm').exec(source)?.[1] ?? ''
}

/** Returns the picture made by the rectangles of one path of a page: the path with very many. */
export function pictureIn(drawing: string): Buffer {
  const paths = drawing.split(/^f$/m)
  const code = paths.find((path) => path.split(' re\n').length > 100) ?? ''
  const boxes = [...code.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map((box) =>
    box.slice(1).map((number) => Number(number) * 4),
  )
  const rects = boxes.map(([x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1680" height="2380"><path fill="#fff" d="M0 0h1680v2380H0z"/>${rects.join('')}</svg>`
  return pngOf(svg)
}
