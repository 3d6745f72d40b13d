/** Which file of which font has a character: Noto comes in slices, each with the characters that its style sheet names. */
import { readFile } from 'node:fs/promises'

/** A file of a variable font with a part of its characters. */
export type Slice = { name: string; file: URL; ranges: [from: number, to: number][] }

/**
 * The style sheets of the fonts by preference, each named in full for the image. Han characters that several of them have look Japanese beside kana, Korean beside hangul,
 * else simplified Chinese.
 */
const sheets = [
  import.meta.resolve('@fontsource-variable/noto-sans-hebrew/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-arabic/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-devanagari/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-bengali/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-gurmukhi/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-gujarati/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-tamil/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-telugu/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-kannada/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-malayalam/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-sinhala/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-thai/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-lao/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-khmer/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-myanmar/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-georgian/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-ethiopic/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-sc/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-tc/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-jp/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-sans-kr/wght.css'),
  import.meta.resolve('@fontsource-variable/noto-emoji/wght.css'),
]

let known: Promise<Slice[][]> | undefined

/** Returns the slices of all fonts, those first whose characters a text with kana or hangul prefers. */
export async function slicesFor(text: string): Promise<Slice[]> {
  known ??= readAll()
  const fonts = await known
  const language = /[\p{sc=Hira}\p{sc=Kana}]/u.test(text)
    ? 'jp'
    : /\p{sc=Hang}/u.test(text)
      ? 'kr'
      : undefined
  const isFirst = ([slice]: Slice[]) => slice?.name.startsWith(`noto-sans-${language}-`) ?? false
  return [...fonts.filter(isFirst), ...fonts.filter((font) => !isFirst(font))].flat()
}

/** Pictographs and the keycap, which the style sheets of the Chinese fonts name too, although these fonts lack many of them. */
const isPictograph = (character: number) =>
  (character >= 0x1f000 && character < 0x20000) || character === 0x20e3

/** Returns the slice that has a character: for a pictograph the last one, which is of Noto Emoji. */
export function sliceWith(slices: Slice[], character: number): Slice | undefined {
  const has = (slice: Slice) => hasCharacter(slice, character)
  return isPictograph(character) ? slices.findLast(has) : slices.find(has)
}

const hasCharacter = ({ ranges }: Slice, character: number): boolean =>
  ranges.some(([from, to]) => from <= character && character <= to)

const readAll = () => Promise.all(sheets.map((sheet) => readOne(new URL(sheet))))

/** Reads the style sheet of a font, without its slices of Latin letters. */
async function readOne(sheet: URL): Promise<Slice[]> {
  const css = await readFile(sheet, 'utf8')
  const faces = css.matchAll(/url\(([^)]+)\)[^}]*?unicode-range:\s*([^;]+);/g)
  return [...faces].flatMap(([, path = '', ranges = '']) => {
    const name = /([^/]+)-wght-normal\.woff2$/.exec(path)?.[1]
    if (!name || /-(latin|latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese)$/.test(name))
      return []
    return { name, file: new URL(path, sheet), ranges: ranges.split(',').map(rangeOf) }
  })
}

function rangeOf(text: string): [number, number] {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}
