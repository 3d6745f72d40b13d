import { readFile } from 'node:fs/promises'

/** The fonts, parsed once for all tickets: parsing takes longer than the rest of a page. */
export type Fonts = { regular: Buffer; bold: Buffer }

let loaded: Promise<Fonts> | undefined

/** Loads DejaVu, which has the letters of all European scripts and of many others. */
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
  // A glyph stands for the character it is first requested for. A glyph first requested as part of another, as c is of
  // č, would stand for nothing, and its letter could not be copied or read aloud any more.
  for (const character of font.characterSet) {
    if (character < armenian) font.glyphForCodePoint(character)
  }
  // pdfkit accepts a parsed font in place of its bytes; its types do not say so.
  return font as unknown as Buffer
}

/** The end of the Latin, Greek and Cyrillic letters, of which accented letters are composed. */
const armenian = 0x530

/** Returns a text as a font can show it: a character without a shape of its own, such as a tab, becomes a blank. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}
