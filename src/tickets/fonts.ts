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
  // pdfkit takes a parsed font like the bytes of one; its types do not say so.
  return create(await readFile(new URL(url))) as unknown as Buffer
}

/** A text as a font can show it: what has no shape of its own, such as a tab, becomes a blank. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}
