/** A PDF as Chrome shows it: read by PDFium. */
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
