/** Fonts as pdfkit embeds them: with the glyphs that a document uses. */
import type { ParsedFont, Subset } from 'fontkit'
import { remember } from '#platform/values/remember'

/** A glyph in units of the font: it is drawn at its offset from the end of the glyph before, and is `width` wide. */
export type Glyph = {
  id: number
  /** its text when copied or read aloud */
  text: string
  width: number
  xOffset: number
  yOffset: number
}

export type Embeddable = {
  /** given to pdfkit as a font */
  pdf: Buffer
  /** returns the number by which its subset includes a glyph with its text and width */
  numberOf: (glyph: Glyph) => number
}

/** Fonts of documents kept in memory for each face, of about 20 kB each. */
const maxPrograms = 20

/**
 * Returns the font that pdfkit embeds. A glyph that stands for several texts, such as the letter below the dots of Arabic,
 * is embedded once for each, since a number in a page stands for one text.
 */
export function embeddable(parsed: ParsedFont, name: string): Embeddable {
  const numbers = new Map<string, number>()
  const ids: number[] = []
  const widths: number[] = []
  const programs = new Map<string, Uint8Array>()
  const known = new WeakMap<Glyph, number>()
  const numberOf = (glyph: Glyph) => {
    const { id, text, width } = glyph
    const key = `${id} ${width} ${text}`
    const number = numbers.get(key) ?? glyphsOfFont + ids.push(id) - 1
    widths[number - glyphsOfFont] = width
    numbers.set(key, number)
    known.set(glyph, number)
    return number
  }
  const createSubset = () => {
    const subset = parsed.createSubset()
    const included = new Map<number, number>()
    const advances: (number | undefined)[] = []
    const includeGlyph = (number: number) => {
      // The font asks for parts of composed glyphs by their own numbers.
      if (number < glyphsOfFont) return subset.includeGlyph(number)
      const index = number - glyphsOfFont
      const place = included.get(number) ?? subset.glyphs.push(ids[index] ?? 0) - 1
      included.set(number, place)
      advances[place] = widths[index]
      return place
    }
    const encode = () => {
      const key = `${subset.glyphs.join(' ')}, ${advances.join(' ')}`
      const program = programs.get(key) ?? encodeWith(subset, advances)
      remember(programs, { key, value: program, most: maxPrograms })
      return program
    }
    return Object.create(subset, {
      includeGlyph: { value: includeGlyph },
      encode: { value: encode },
    })
  }
  const pdf = Object.create(parsed, {
    createSubset: { value: createSubset },
    postscriptName: { value: name },
  })
  return { pdf, numberOf: (glyph) => known.get(glyph) ?? numberOf(glyph) }
}

/** Encodes a font with glyphs as wide as they are drawn: kerned, or standing for others. PDF/A requires it (ISO 19005-3, 6.2.11.5). */
function encodeWith(subset: Subset, advances: (number | undefined)[]): Uint8Array {
  // The names of methods of fontkit 2.0.4.
  const addGlyph = Reflect.get(subset, '_addGlyph')
  Reflect.set(subset, '_addGlyph', (id: number) => {
    const place = addGlyph.call(subset, id)
    const [metrics, advance] = [subset.hmtx.metrics[place], advances[place]]
    if (metrics && advance !== undefined) metrics.advance = advance
    return place
  })
  return subset.encode()
}

/** No font has more glyphs: numbers from here on are those of glyphs with a text. */
const glyphsOfFont = 0x1_0000
