/** Which file of which font has a character: Noto comes in slices, each with the characters that its style sheet names. */
import { readFile } from 'node:fs/promises'

/** A file of a variable font with a part of its characters. */
export type Slice = { name: string; file: URL; ranges: [from: number, to: number][] }

/**
 * The fonts by preference. Han characters that several of them have look Japanese beside kana, Korean beside hangul,
 * else simplified Chinese.
 */
const families = [
  'noto-sans-hebrew',
  'noto-sans-arabic',
  'noto-sans-devanagari',
  'noto-sans-bengali',
  'noto-sans-gurmukhi',
  'noto-sans-gujarati',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-sinhala',
  'noto-sans-thai',
  'noto-sans-lao',
  'noto-sans-khmer',
  'noto-sans-myanmar',
  'noto-sans-georgian',
  'noto-sans-ethiopic',
  'noto-sans-sc',
  'noto-sans-tc',
  'noto-sans-jp',
  'noto-sans-kr',
  'noto-emoji',
]
const [japanese, korean] = ['noto-sans-jp', 'noto-sans-kr']

let known: Promise<Map<string, Slice[]>> | undefined

/** Returns the slices of all fonts, those first whose characters a text with kana or hangul prefers. */
export async function slicesFor(text: string): Promise<Slice[]> {
  known ??= readAll()
  const slices = await known
  const first = /[\p{sc=Hira}\p{sc=Kana}]/u.test(text)
    ? japanese
    : /\p{sc=Hang}/u.test(text)
      ? korean
      : undefined
  const order = first ? [first, ...families.filter((name) => name !== first)] : families
  return order.flatMap((name) => slices.get(name) ?? [])
}

export const hasCharacter = ({ ranges }: Slice, character: number): boolean =>
  ranges.some(([from, to]) => from <= character && character <= to)

const readAll = async () =>
  new Map(await Promise.all(families.map(async (name) => [name, await readOne(name)] as const)))

/** Reads the style sheet of a font, without its slices of Latin letters. */
async function readOne(family: string): Promise<Slice[]> {
  const sheet = new URL(import.meta.resolve(`@fontsource-variable/${family}/wght.css`))
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
