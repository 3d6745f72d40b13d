/** Images of one bit a dot in the commands of receipt printers. */
import type { Bitmap } from '#platform/paper/raster'

/** Rows of an image sent at once, less than the smallest buffers of printers hold (4 kB at 80 mm). */
const bandRows = 48
const [escape, groupSeparator, formFeed] = [0x1b, 0x1d, 0x0c]
const ascii = (text: string) => [...Buffer.from(text, 'latin1')]
const twoBytes = (value: number) => [value & 0xff, value >> 8]

type Band = { rowBytes: number; rows: number; data: Uint8Array }

function bandsOf({ width, height, data }: Bitmap, most: number): Band[] {
  const rowBytes = width / 8
  return Array.from({ length: Math.ceil(height / most) }, (_, index) => {
    const band = data.subarray(index * most * rowBytes, (index + 1) * most * rowBytes)
    return { rowBytes, rows: band.length / rowBytes, data: band }
  })
}

/** Initializes (ESC @), prints bands (GS v 0), then feeds the paper to the cutter and cuts it partially (GS V 66 0). */
const toEscPos = (image: Bitmap) => [
  Buffer.from([escape, ...ascii('@')]),
  ...bandsOf(image, bandRows).flatMap(({ rowBytes, rows, data }) => [
    Buffer.from([groupSeparator, ...ascii('v0'), 0, ...twoBytes(rowBytes), ...twoBytes(rows)]),
    data,
  ]),
  Buffer.from([groupSeparator, ...ascii('V'), 66, 0]),
]

/**
 * Enters raster mode (ESC * r A) with no length of a page (ESC * r P 0), sends rows (b), and ends the document (ESC FF EOT), which
 * feeds the paper to the cutter and cuts it partially (ESC * r E 13). A job that broke off before is ended first, else its raster
 * mode would take the commands for data.
 */
const toStarRaster = (image: Bitmap) => [
  Buffer.from([escape, ...ascii('*rB')]),
  Buffer.from([escape, ...ascii('@'), escape, ...ascii('*rA')]),
  Buffer.from([escape, ...ascii('*rP0'), 0, escape, ...ascii('*rE13'), 0]),
  ...bandsOf(image, 1).flatMap(({ rowBytes, data }) => [
    Buffer.from([...ascii('b'), ...twoBytes(rowBytes)]),
    data,
  ]),
  Buffer.from([escape, formFeed, 4, escape, ...ascii('*rB')]),
]

/** Initializes (ESC @), prints bands (ESC GS S), then feeds the paper to the cutter and cuts it partially (ESC d 3). */
const toStarPrnt = (image: Bitmap) => [
  Buffer.from([escape, ...ascii('@')]),
  ...bandsOf(image, bandRows).flatMap(({ rowBytes, rows, data }) => [
    Buffer.from([escape, groupSeparator, ...ascii('S'), 1, ...twoBytes(rowBytes)]),
    Buffer.from([...twoBytes(rows), 0]),
    data,
  ]),
  Buffer.from([escape, ...ascii('d'), 3]),
]

const languages = { escpos: toEscPos, star: toStarRaster, starprnt: toStarPrnt }
export type PrinterLanguage = keyof typeof languages

/** Returns the bytes by which a printer prints images, each cut off. */
export const toCommands = (images: Bitmap[], language: PrinterLanguage): Buffer =>
  Buffer.concat(images.flatMap(languages[language]))
