import { readFile } from 'node:fs/promises'

/** Parsed once for all tickets: it takes longer than all the rest of a page. */
export type Fonts = { regular: Buffer; bold: Buffer }

let loaded: Promise<Fonts> | undefined

/** DejaVu has the letters of all European scripts and of many others. */
export function fontsOf(): Promise<Fonts> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Fonts> {
  const [regular, bold] = await Promise.all([
    parse(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
    parse(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  ])
  return { regular, bold }
}

async function parse(url: string): Promise<Buffer> {
  const { create } = await import('fontkit')
  const font = create(await readFile(new URL(url)))
  // A glyph stands for what it is first asked for. One that was first a part of another, as c is of č, would stand for
  // nothing, and its letter could not be copied or read aloud any more.
  for (const character of font.characterSet) {
    if (character < armenian) font.glyphForCodePoint(character)
  }
  // pdfkit takes a parsed font like the bytes of one; its types do not say so.
  return font as unknown as Buffer
}

/** Where Latin, Greek and Cyrillic letters end, of which those with accents are made. */
const armenian = 0x530

/** A text as a font can show it: what has no shape of its own, such as a tab, becomes a blank. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}
