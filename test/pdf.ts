/** A PDF as Chrome shows it: read by PDFium. */
import { inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'

let library: Promise<PDFiumLibrary> | undefined

/** Returns the pages: their lines of text as they are copied, and a picture of each as PNG. */
export async function pagesOf(pdf: Uint8Array): Promise<{ lines: string[]; picture: Buffer }[]> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    const pages: { lines: string[]; picture: Buffer }[] = []
    for (const page of document.pages()) {
      // Before the picture: that closes the page.
      const lines = page.getText().split(/\r?\n/)
      const { data, width, height } = await page.render({ scale: 2, render: 'bitmap' })
      const raw = { width, height, channels: 4 } as const
      const picture = await sharp(data, { raw }).png().toBuffer()
      pages.push({ lines, picture })
    }
    return pages
  } finally {
    document.destroy()
  }
}

export const linesIn = async (pdf: Uint8Array): Promise<string[]> =>
  (await pagesOf(pdf)).flatMap(({ lines }) => lines)

/** Returns the objects of a file as text, with their streams as they are after decompression. */
export function objectsOf(
  pdf: Buffer,
): { number: string; about: string; stream: Buffer | undefined }[] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(
    ([, number = '', object = '']) => {
      const [about = '', ...rest] = object.split('\nstream\n')
      if (rest.length === 0) return { number, about, stream: undefined }
      const length = Number(/\/Length (\d+)/.exec(about)?.[1])
      const bytes = Buffer.from(rest.join('\nstream\n').slice(0, length), 'latin1')
      return { number, about, stream: about.includes('/FlateDecode') ? inflateSync(bytes) : bytes }
    },
  )
}
