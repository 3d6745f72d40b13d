/** Fonts as pages need them: shaped by HarfBuzz, and embedded by pdfkit with the glyphs that are used. */
import { readFile } from 'node:fs/promises'
import { remember } from '#platform/values/remember'
import { bidi } from './bidi.ts'
import { type Embeddable, embeddable, type Glyph } from './embeddable.ts'
import { type Slice, slicesFor, sliceWith } from './slices.ts'

/** A glyph that is drawn as an outline (a path of SVG, upwards), so that it is no text. */
export type Mark = { path: string; x: number; y: number }

/**
 * A shaped text, in the order of the page. Where several glyphs show a text together, as a letter and its marks do, one of
 * them stands for it and has its width: readers would take the others for blanks.
 */
export type Shape = { glyphs: Glyph[]; marks: Mark[]; width: number }

/** A font of one weight. */
export type Face = Embeddable & {
  name: string
  has: (character: number) => boolean
  /** shapes a text of one direction */
  shape: (text: string, isRtl: boolean) => Shape
  /** returns a glyph as a path of SVG, upwards, in units of the font */
  outline: (id: number) => string
  unitsPerEm: number
  /** glyphs that every document embeds, so that most have the same font, which is made once */
  common: Glyph[]
}

/** Faces for a text: DejaVu, then slices of Noto for characters that it lacks. */
export type Faces = { regular: Face[]; bold: Face[] }

/** Texts from here on have scripts that Noto shows better than DejaVu. */
const hebrew = 0x590

const dejaVu = new Map<number, Promise<Face>>()
const noto = new Map<string, Promise<Face>>()
/** Slices kept in memory, of about 0.2 MB each: more than the texts of one festival need. */
const maxKept = 120

/** Loads what is needed to draw texts, in both weights. */
export async function facesFor(texts: string[]): Promise<Faces> {
  const text = texts.join(' ')
  const base = await baseOf(400)
  const missing = charactersOf(text).filter((one) => !isOfBase(base, one))
  const known = missing.length > 0 ? await slicesFor(text) : []
  const found = missing.flatMap((one) => sliceWith(known, one) ?? [])
  const slices = [...new Set(found)]
  const load = async (weight: Weight) =>
    Promise.all([baseOf(weight), ...slices.map((slice) => sliceOf(slice, weight))])
  const [regular, bold] = await Promise.all([load(400), load(700)])
  return { regular, bold }
}

/** Returns the characters of a text that are drawn, without joiners and selectors of variants. */
export const charactersOf = (text: string): number[] =>
  [...text.replaceAll(/\p{Join_Control}|\p{Variation_Selector}/gu, '')].map(
    (one) => one.codePointAt(0) ?? 0,
  )

/** Returns the face that draws characters together; one that none has is drawn as a box by the first. */
export function faceOf(characters: number[], [base, ...others]: Face[]): Face {
  if (!base) throw new Error('There are no fonts')
  if (characters.every((one) => isOfBase(base, one))) return base
  return others.find(({ has }) => characters.every(has)) ?? base
}

const isOfBase = (base: Face, character: number) => character < hebrew && base.has(character)

type Weight = 400 | 700

function baseOf(weight: Weight): Promise<Face> {
  const known = dejaVu.get(weight)
  if (known) return known
  const url =
    weight === 400
      ? import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
      : import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')
  const loading = openBase(new URL(url), `dejavu-${weight}`)
  dejaVu.set(weight, loading)
  return loading
}

const ascii = Array.from({ length: 95 }, (_, n) => String.fromCodePoint(32 + n)).join('')
/** Letters and signs of the languages of the service. */
const commonText = `${ascii}€–—’“”„«»·…°§©éèêëàâäáçñóòôöíìîïúùûüßæœøåÄÖÜÉÈÀÇÑØÅ¿¡ºª\u00a0\u202f`

/** Opens DejaVu without hinting, which is half of its bytes, and no reader of PDF needs. */
async function openBase(file: URL, name: string): Promise<Face> {
  const { default: subsetFont } = await import('subset-font')
  const options = { targetFormat: 'truetype', keepAllGlyphs: true, noHinting: true } as const
  const face = await openFace(name, await subsetFont(await readFile(file), '', options))
  return { ...face, common: [...commonText].flatMap((one) => face.shape(one, false).glyphs) }
}

function sliceOf(slice: Slice, weight: Weight): Promise<Face> {
  const name = `${slice.name}-${weight}`
  const loading = noto.get(name) ?? openSlice(slice, name, weight)
  remember(noto, { key: name, value: loading, most: maxKept })
  loading.catch(() => noto.delete(name))
  return loading
}

/** Opens a slice of a variable font in one weight: pdfkit embeds no variable fonts. */
async function openSlice({ file }: Slice, name: string, weight: number): Promise<Face> {
  const { default: subsetFont } = await import('subset-font')
  const options = {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
    keepAllGlyphs: true,
  } as const
  return openFace(name, await subsetFont(await readFile(file), '', options))
}

async function openFace(name: string, bytes: Buffer): Promise<Face> {
  const [{ create }, hb] = await Promise.all([import('fontkit'), import('harfbuzzjs')])
  const parsed = create(bytes)
  const characters = new Set(parsed.characterSet)
  const font = new hb.Font(new hb.Face(new hb.Blob(new Uint8Array(bytes).buffer)))
  const outline = (id: number) => font.glyphToPath(id)
  return {
    name,
    ...embeddable(parsed, name),
    has: (character) => characters.has(character),
    shape: (text, isRtl) => {
      const buffer = new hb.Buffer()
      buffer.addText(text)
      buffer.setDirection(isRtl ? hb.Direction.RTL : hb.Direction.LTR)
      buffer.guessSegmentProperties()
      hb.shape(font, buffer)
      return toShape(isRtl ? mirrored(text) : text, buffer.getGlyphInfosAndPositions(), outline)
    },
    outline,
    unitsPerEm: parsed.unitsPerEm,
    common: [],
  }
}

type Shaped = {
  codepoint: number
  cluster: number
  xAdvance?: number
  xOffset?: number
  yOffset?: number
}

function toShape(text: string, shaped: Shaped[], pathOf: (id: number) => string): Shape {
  const starts = [...new Set(shaped.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
  const shape: Shape = { glyphs: [], marks: [], width: 0 }
  for (const [start, together] of Map.groupBy(shaped, ({ cluster }) => cluster)) {
    const whole = text.slice(start, starts[starts.indexOf(start) + 1] ?? text.length)
    const width = together.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0)
    const first = together.find(({ xAdvance = 0 }) => xAdvance > 0) ?? together[0]
    let x = shape.width
    for (const one of together) {
      const { codepoint: id, xAdvance = 0, xOffset = 0, yOffset = 0 } = one
      if (one === first) shape.glyphs.push({ id, text: whole, width, xOffset, yOffset })
      else shape.marks.push({ path: pathOf(id), x: x + xOffset, y: yOffset })
      x += xAdvance
    }
    shape.width += width
  }
  return shape
}

/** Replaces brackets by those that they look like from right to left: readers expect them so, and turn them again. */
const mirrored = (text: string) =>
  text.replaceAll(/[\p{Bidi_Mirrored}]/gu, (one) => bidi.getMirroredCharacter(one) ?? one)
