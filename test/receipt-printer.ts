/**
 * A receipt printer: reads commands as its manual describes them, and refuses all others.
 *
 * - `escpos`: Epson's "ESC/POS Command Reference" (ESC @, GS v 0, GS V), as python-escpos 3.1 writes them
 * - `star`: "STAR Graphic Mode Command Specifications" Rev. 2.32 and "STAR Line Mode Command Specifications" Rev. 1.12
 * - `starprnt`: ESC GS S and ESC d of StarPRNT, as receiptline and Star's SDKs write them
 */
import sharp from 'sharp'

type Language = 'escpos' | 'star' | 'starprnt'
type Reader = {
  /** takes a command if the next bytes begin with it */
  takes: (command: string) => boolean
  byte: () => number
  word: () => number
  bytes: (count: number) => Uint8Array
}
type Printer = { width: number; row: (dots: Uint8Array) => void; cut: () => void }

/** Prints what was sent to a printer, and returns a picture (PNG) of each piece of paper that it cut off. */
export async function printed(sent: Uint8Array, language: Language, dots = 576): Promise<Buffer[]> {
  const papers: Uint8Array[][] = []
  let rows: Uint8Array[] = []
  const printer: Printer = {
    width: dots,
    row: (row) => {
      if (row.length * 8 > dots) throw new Error(`A row of ${row.length * 8} dots`)
      rows.push(row)
    },
    cut: () => {
      papers.push(rows)
      rows = []
    },
  }
  let place = 0
  const bytes = (count: number) => {
    if (place + count > sent.length) throw new Error(`The data end within a command at ${place}`)
    place += count
    return sent.subarray(place - count, place)
  }
  const byte = () => bytes(1)[0] ?? 0
  const reader: Reader = {
    takes: (command) => {
      const isNext = Buffer.from(sent.subarray(place, place + command.length)).equals(
        Buffer.from(command, 'latin1'),
      )
      if (isNext) place += command.length
      return isNext
    },
    byte,
    word: () => byte() + 256 * byte(),
    bytes,
  }
  const step = languages[language](printer)
  while (place < sent.length) {
    if (!step(reader)) throw new Error(`No command of ${language} at ${place}`)
  }
  if (rows.length > 0) throw new Error('The paper was not cut')
  return Promise.all(papers.map((paper) => pictureOf(paper, dots)))
}

/** Prints the rows that follow: bytes of a row, then the number of rows. */
const printRows = ({ bytes }: Reader, { row }: Printer, [rowBytes, count]: [number, number]) => {
  for (let index = 0; index < count; index++) row(bytes(rowBytes))
}

const languages: Record<Language, (printer: Printer) => (reader: Reader) => boolean> = {
  escpos: (printer) => (reader) => {
    if (reader.takes('\x1b@')) return true
    if (reader.takes('\x1dv0\0')) {
      printRows(reader, printer, [reader.word(), reader.word()])
      return true
    }
    if (!reader.takes('\x1dV\x42')) return false
    reader.byte()
    printer.cut()
    return true
  },
  star: (printer) => {
    let isRaster = false
    let isPaged = true
    let cuts = false
    let isInked = false
    const end = () => {
      if (isInked && cuts) printer.cut()
      isInked = false
    }
    return (reader) => {
      if (reader.takes('\x1b*rB')) {
        end()
        isRaster = false
        return true
      }
      if (!isRaster) {
        if (reader.takes('\x1b@')) return true
        isRaster = reader.takes('\x1b*rA')
        return isRaster
      }
      if (reader.takes('\x1b*rP0\0')) isPaged = false
      else if (reader.takes('\x1b*rE13\0')) cuts = true
      else if (reader.takes('\x1b\x0c\x04')) end()
      else if (reader.takes('b')) {
        if (isPaged)
          throw new Error('Each ticket takes a page of the length that is set in the printer')
        printRows(reader, printer, [reader.word(), 1])
        isInked = true
      } else return false
      return true
    }
  },
  starprnt: (printer) => (reader) => {
    if (reader.takes('\x1b@')) return true
    if (reader.takes('\x1b\x1dS\x01')) {
      const [rowBytes, count] = [reader.word(), reader.word()]
      if (reader.byte() !== 0) throw new Error('A colour')
      printRows(reader, printer, [rowBytes, count])
      return true
    }
    if (!reader.takes('\x1bd\x03')) return false
    printer.cut()
    return true
  },
}

/** Returns the picture of paper with a white margin, as a scanner sees it. */
function pictureOf(rows: Uint8Array[], width: number): Promise<Buffer> {
  const dots = Buffer.alloc(width * rows.length, 255)
  for (const [y, row] of rows.entries()) {
    for (const [index, byte] of row.entries()) {
      for (let bit = 0; bit < 8; bit++) {
        if (byte & (0x80 >> bit)) dots[y * width + index * 8 + bit] = 0
      }
    }
  }
  return sharp(dots, { raw: { width, height: rows.length, channels: 1 } })
    .extend({ top: 16, bottom: 32, left: 32, right: 32, background: '#fff' })
    .png()
    .toBuffer()
}
