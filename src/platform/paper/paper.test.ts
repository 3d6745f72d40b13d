/** Text of PDFs in every script, as Chrome shows and copies it (PDFium of @hyzyla/pdfium 2.1.13). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create } from 'fontkit'
import { linesIn, objectsOf } from '../../../test/pdf.ts'
import { charactersOf, facesFor } from './faces.ts'
import { openPaper } from './paper.ts'

const about = { size: [400, 600], language: 'en', title: 'A & B', at: new Date(0) } as const
const look = { size: 12, colour: '#000', lines: 3 }

/** Writes texts below each other. */
type Style = { width?: number; isBold?: boolean }
async function written(texts: string[], { width = 380, ...style }: Style = {}): Promise<Buffer> {
  const paper = await openPaper({ ...about, size: [400, 600] }, texts)
  let y = 10
  for (const text of texts) y = paper.write(text, { x: 10, y, width }, { ...look, ...style }) + 6
  return paper.end()
}

for (const [script, names] of Object.entries({
  Latin: ['Łucja Ødegård', 'Nguyễn Thị Ánh', 'fin ČÇĦẄ'],
  Greek: ['Ελένη Παπαδοπούλου'],
  Cyrillic: ['Анна Ковальчук', 'Їжак й И'],
  Armenian: ['Արամ Խաչատրյան'],
  Georgian: ['დავით ბერიძე'],
  Hebrew: ['פסטיבל הנמל 2027', 'שלום'],
  Arabic: ['مهرجان موازين', 'لا إله إلا سلام', 'می‌خواهم (۲۰۲۷)'],
  Devanagari: ['प्रिया शर्मा क्षत्रिय'],
  Bengali: ['শ্রেয়া ঘোষ'],
  Gurmukhi: ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  Gujarati: ['દીપિકા'],
  Tamil: ['தமிழ்ச்செல்வி'],
  Telugu: ['శ్రీనివాస్'],
  Kannada: ['ಶ್ರೀನಿವಾಸ್'],
  Malayalam: ['ശ്രീജിത്ത്'],
  Sinhala: ['ශ්‍රී ලංකා'],
  Thai: ['สมชาย ใจดี', 'น้ำ'],
  Lao: ['ສົມຊາຍ'],
  Khmer: ['សុខា'],
  Burmese: ['အောင်ဆန်း'],
  Korean: ['김 민수'],
  Japanese: ['山田 太郎', '夏祭り フェス'],
  Chinese: ['王小明', '陳大文'],
  Ethiopic: ['አበበ ቢቂላ'],
  emoji: ['🎸', '👩‍🎤 Rock'],
})) {
  for (const isBold of [false, true]) {
    test(`${script}, ${isBold ? 'bold' : 'regular'}: what is copied is what was written`, async () => {
      assert.deepEqual(await linesIn(await written(names, { isBold })), names)
    })
  }
}

test('one letter after another has its own meaning, also where both are drawn with the same shape', async () => {
  const names = ['ČÇĦẄ čçẅψ', 'CW cwψ', 'ЙЇ йї', 'И І и і', 'زر', 'رز']
  assert.deepEqual(await linesIn(await written(names)), names)
})

test('a text without blanks is broken between words of its language, or between letters', async () => {
  const thai = 'กรุงเทพมหานครอมรรัตนโกสินทร์'
  const lines = await linesIn(await written([thai], { width: 100 }))
  assert.equal(lines.join(''), thai)
  assert.ok(lines.length > 1)
  const words = [...new Intl.Segmenter('th', { granularity: 'word' }).segment(thai)]
  const ends = words.map(({ index, segment }) => index + segment.length)
  assert.ok(ends.includes(lines[0]?.length ?? 0), lines.join('\n'))
  const letters = 'x'.repeat(40)
  assert.equal((await linesIn(await written([letters], { width: 100 }))).join(''), letters)
})

test('what exceeds the lines ends with an ellipsis, in either direction', async () => {
  for (const word of ['word ', 'מילה ']) {
    const lines = await linesIn(await written([word.repeat(100)], { width: 200 }))
    assert.equal(lines.length, 3)
    // PDFium takes the character apart.
    assert.ok(/…|\.\.\.$/.test(lines[2] ?? ''), lines.join('\n'))
  }
})

test('a text of both directions is said in its order', async () => {
  const text = 'Ahmed أحمد 42 (VIP) עברית'
  const pdf = (await written([text])).toString('latin1')
  const hex = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1')
  assert.ok(/\/ActualText \(/.test(pdf))
  assert.ok(unescaped(pdf).includes(hex))
})

/** Undoes what a string in a PDF escapes (ISO 32000-1, 7.3.4.2). */
const unescaped = (pdf: string) =>
  pdf.replaceAll(/\\([nrtbf()\\])/g, (_, one: string) => escapes[one] ?? one)
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

test('control characters, marks of direction and line breaks are blanks or nothing, and an empty text is nothing', async () => {
  assert.deepEqual(await linesIn(await written(['a\u202e\n\tb', '\n', 'c'])), ['a b', 'c'])
})

test('it is tagged, with language and title', async () => {
  const pdf = (await written(['Title'])).toString('latin1')
  assert.match(pdf, /^%PDF-1\.7/)
  for (const entry of [
    '/Marked true',
    '/Lang (en)',
    '/DisplayDocTitle true',
    '/S /P',
    '/S /Document',
  ])
    assert.ok(pdf.includes(entry), entry)
})

/** Returns the widths of the glyphs of an embedded font, on the page and in the font, in thousandths of its size. */
function widthsOf(
  about: string,
  objects: ReturnType<typeof objectsOf>,
): [page: number, font: number][] {
  const referred = (text: string | undefined, name: string) => {
    const [, reference] = new RegExp(`/${name} (\\d+) 0 R`).exec(text ?? '') ?? []
    return objects.find(({ number }) => number === reference)
  }
  const file = referred(referred(about, 'FontDescriptor')?.about, 'FontFile2')
  const font = create(file?.stream ?? Buffer.alloc(0))
  const [, widths = ''] = /\/W \[0 \[([^\]]*)\]/.exec(about) ?? []
  return widths
    .trim()
    .split(/\s+/)
    .map((width, id) => [Number(width), (font.getGlyph(id).advanceWidth * 1_000) / font.unitsPerEm])
}

// ISO 19005-3, 6.2.11.5: veraPDF refuses widths that differ from those of the embedded font by more than 1/1000.
test('glyphs are as wide in the embedded fonts as on the page, also where they are kerned or stand for others', async () => {
  const texts = ['AVATAR Töne To. fi', 'प्रिया शर्मा क्षत्रिय', 'مهرجان موازين', 'สมชาย น้ำ']
  const objects = objectsOf(await written(texts))
  const fonts = objects.filter(({ about }) => about.includes('/Subtype /CIDFontType2'))
  assert.ok(fonts.length >= 4)
  // pdfkit 0.20.2 states the width of the first, for missing characters, in units of the font.
  for (const [onPage, inFont] of fonts.flatMap(({ about }) => widthsOf(about, objects).slice(1)))
    assert.ok(Math.abs(onPage - inFont) <= 1, `${onPage} and ${inFont}`)
})

test('a page in three scripts is less than 150 kB', async () => {
  const names = ['山田 太郎', 'مهرجان موازين', 'प्रिया शर्मा', '🎸 夏祭り 김 민수']
  assert.ok((await written(names)).length < 150_000)
})

// The style sheet of @fontsource-variable/noto-sans-sc 5.3.1 names pictographs that its files do not have.
test('pictographs are those of the font of emoji, not boxes', async () => {
  for (const text of ['🌈', '👍🏽', '🇩🇪', '🏳️', '🎸', '🩷']) {
    const { regular } = await facesFor([`DJ ${text}`])
    const missing = charactersOf(text).filter((one) => !regular.some((face) => face.has(one)))
    assert.deepEqual(missing, [], text)
  }
})
