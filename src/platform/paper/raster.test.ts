/** Text as the dots of a printer, compared with the same text in a PDF (PDFium of @hyzyla/pdfium 2.1.13). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { pagesOf } from '../../../test/pdf.ts'
import { openPaper } from './paper.ts'
import { type Bitmap, dot, openRaster } from './raster.ts'
import type { Sheet } from './sheet.ts'

const [width, height] = [576, 160]
const look = { size: 14, colour: '#000', isBold: true, align: 'center' } as const
const write = (sheet: Sheet, text: string) =>
  sheet.write(text, { x: 0, y: 10, width: width * dot }, look)

/** Returns a value from 0 (black) to 255 for each dot. */
const greyOf = ({ data, height: rows }: Bitmap) =>
  Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)]
    return y < rows && (data[(y * width + x) >> 3] ?? 0) & (0x80 >> (x & 7)) ? 0 : 255
  })

/** Returns the same, of the page of a PDF. */
async function greyOfPdf(text: string): Promise<number[]> {
  const size: [number, number] = [width * dot, height * dot]
  const paper = await openPaper({ size, language: 'en', title: 'A', at: new Date(0) }, [text])
  write(paper, text)
  const [page] = await pagesOf(paper.end())
  assert.ok(page)
  const grey = sharp(page.picture).flatten({ background: '#fff' }).greyscale()
  return [...(await grey.resize(width, height, { fit: 'fill' }).raw().toBuffer())]
}

for (const [script, text] of Object.entries({
  Latin: 'Łucja Ødegård @ 8%',
  Arabic: 'مهرجان موازين 2027',
  Hebrew: 'פסטיבל הנמל 2027',
  Thai: 'น้ำ สมชาย ใจดี',
  Devanagari: 'प्रिया शर्मा क्षत्रिय',
  Khmer: 'សុខា',
  Japanese: '夏祭り フェス',
  Korean: '김 민수',
  emoji: '🎸 Rock',
})) {
  test(`${script}: the dots are those of the PDF`, async () => {
    const raster = await openRaster({ width, margin: 0 }, [text])
    write(raster, text)
    const [dots, pdf] = [greyOf(raster.end()), await greyOfPdf(text)]
    const black = dots.filter((value) => value === 0).length
    assert.ok(black > 300, `${black} dots`)
    const wrong = dots.filter((value, index) => Math.abs(value - (pdf[index] ?? 0)) > 170).length
    assert.ok(wrong < black * 0.03, `${wrong} of ${black} dots differ`)
  })
}

test('a rectangle of whole dots has exactly these, and what lies beside the paper is left out', async () => {
  const raster = await openRaster({ width: 16, margin: 8 }, [])
  raster.fillRectangles('', [
    { x: 10 * dot, y: dot, width: 3 * dot, height: 2 * dot },
    { x: 20 * dot, y: 0, width: 100 * dot, height: dot },
    { x: 0, y: 2 * dot, width: 8 * dot, height: dot },
  ])
  const { data, ...size } = raster.end()
  assert.deepEqual(size, { width: 16, height: 3 })
  assert.deepEqual([...data], [0, 0x0f, 0x38, 0, 0x38, 0])
})
