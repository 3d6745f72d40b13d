/** Lines of text as they are drawn: where they break, and their runs from left to right, each of one font and direction. */
import LineBreaker from 'linebreak'
import { remember } from '#platform/values/remember'
import { bidi } from './bidi.ts'
import { charactersOf, type Face, faceOf, type Shape } from './faces.ts'

export type Run = Omit<Shape, 'width'> & { face: Face; width: number }
/** Its runs are in the order of the page, and its width is in font sizes. */
export type Line = { runs: Run[]; width: number; isRtl: boolean }
type Limits = { faces: Face[]; width: number; lines: number }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })
/** Scripts without blanks between words, for which UAX 14 refers to a dictionary. */
const unspaced = /\p{sc=Thai}|\p{sc=Laoo}|\p{sc=Khmr}|\p{sc=Mymr}/u

/** Returns a text as fonts can show it: a character without a shape of its own, such as a tab, becomes a blank. */
export function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/(?:(?!\p{Join_Control})[\p{Cc}\p{Cf}\s])+/gu, ' ')
    .trim()
}

/** Breaks a text into at most `lines` lines of `width` times the font size; an ellipsis stands for the rest. */
export function linesOf(text: string, { faces, width, lines }: Limits): Line[] {
  const shown = printable(text)
  const whole = lineOf(shown, faces)
  if (whole.width <= width) return shown === '' ? [] : [whole]
  const found: Line[] = []
  let start = 0
  while (start < shown.length && found.length < lines) {
    const isLast = found.length === lines - 1
    const end = endOf(shown, { start, faces, width })
    const isCut = isLast && end < shown.length
    found.push(
      isCut
        ? cutLine(shown, { start, faces, width })
        : lineOf(shown.slice(start, end).trim(), faces),
    )
    start = end
  }
  return found
}

type From = { start: number; faces: Face[]; width: number }

/** Returns the last end of a word up to which the text fits; of a word that does not fit alone, of a letter. */
function endOf(text: string, from: From): number {
  const fits = (end: number) =>
    lineOf(text.slice(from.start, end).trimEnd(), from.faces).width <= from.width
  const ends = breaksIn(text).filter((end) => end > from.start)
  const letters = lettersFrom(text, from.start)
  return lastOf(ends, fits) ?? lastOf(letters, fits) ?? letters[0] ?? text.length
}

/** Lays out as much of a text as fits with an ellipsis. */
function cutLine(text: string, { start, faces, width }: From): Line {
  const lineTo = (end: number) => lineOf(`${text.slice(start, end).trimEnd()}…`, faces)
  const end = lastOf(lettersFrom(text, start), (one) => lineTo(one).width <= width)
  return lineTo(end ?? start)
}

/** Returns the ends of the letters from an index on. */
const lettersFrom = (text: string, start: number): number[] =>
  [...graphemes.segment(text.slice(start))].map(
    ({ index, segment }) => start + index + segment.length,
  )

/** Returns the last of ascending ends that fits: the further, the wider. */
function lastOf(ends: number[], fits: (end: number) => boolean): number | undefined {
  let [from, to] = [0, ends.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (fits(ends[middle] ?? 0)) from = middle + 1
    else to = middle
  }
  return ends[from - 1]
}

/** Returns the indices after which a line may break. */
function breaksIn(text: string): number[] {
  const breaker = new LineBreaker(text)
  const found = new Set([text.length])
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) found.add(next.position)
  for (const { index, segment } of words.segment(text)) {
    const before = text.slice(0, index).at(-1) ?? ''
    if (unspaced.test(before) && unspaced.test(segment[0] ?? '')) found.add(index)
  }
  return [...found].toSorted((a, b) => a - b)
}

/** Lines that were laid out, by faces and text: those of one seller's documents are mostly the same. */
const laidOut = new Map<string, Line>()
const maxLines = 4_000

/** Lays out one line, once. */
function lineOf(text: string, faces: Face[]): Line {
  const key = `${faces.map(({ name }) => name).join(' ')}\n${text}`
  const value = laidOut.get(key) ?? layOut(text, faces)
  remember(laidOut, { key, value, most: maxLines })
  return value
}

/** Lays out one line. Its direction is that of its first letter. */
function layOut(text: string, faces: Face[]): Line {
  const levels = bidi.getEmbeddingLevels(text, 'auto')
  const used = facesIn(text, faces)
  const order = bidi.getReorderedIndices(text, levels, 0, text.length - 1)
  const parts: Part[] = []
  for (const index of order) {
    const [level = 0, face] = [levels.levels[index], used[index]]
    if (face && !extend(parts.at(-1), { index, level, face })) {
      parts.push({ from: index, to: index, level, face })
    }
  }
  const runs = parts.map(({ from, to, level, face }) =>
    runOf(text.slice(from, to + 1), face, level % 2 === 1),
  )
  return {
    runs,
    width: runs.reduce((sum, { width }) => sum + width, 0),
    isRtl: levels.paragraphs[0]?.level === 1,
  }
}

/** Code units of one level of embedding and one face, to the last one included. */
type Part = { from: number; to: number; level: number; face: Face }

/** Adds a code unit to the part that it continues, and returns whether it does. */
function extend(part: Part | undefined, unit: { index: number; level: number; face: Face }) {
  if (!part || part.level !== unit.level || part.face !== unit.face) return false
  if (unit.index === part.to + 1) part.to = unit.index
  else if (unit.index === part.from - 1) part.from = unit.index
  else return false
  return true
}

function runOf(text: string, face: Face, isRtl: boolean): Run {
  const shape = face.shape(text, isRtl)
  return { ...shape, face, width: shape.width / face.unitsPerEm }
}

/** Returns the face of each code unit: a letter with its marks has one, and a sign has that of the letter before. */
function facesIn(text: string, faces: Face[]): Face[] {
  let last: Face | undefined
  return [...graphemes.segment(text)].flatMap(({ segment }) => {
    const characters = charactersOf(segment)
    const isSign = !/[\p{L}\p{M}]/u.test(segment)
    const face = isSign && last && characters.every(last.has) ? last : faceOf(characters, faces)
    last = face
    return Array.from({ length: segment.length }, () => face)
  })
}
