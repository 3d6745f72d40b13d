/** The parts of packages that paper needs; they bring no types. */
declare module 'fontkit' {
  export type Subset = {
    glyphs: number[]
    hmtx: { metrics: { advance: number }[] }
    includeGlyph(id: number): number
    encode(): Uint8Array
  }
  export type ParsedFont = {
    characterSet: number[]
    unitsPerEm: number
    getGlyph(id: number): { advanceWidth: number }
    createSubset(): Subset
  }
  export function create(font: Buffer): ParsedFont
}

declare module 'subset-font' {
  type Options = {
    targetFormat: 'truetype'
    variationAxes?: Record<string, number>
    noHinting?: boolean
    keepAllGlyphs: true
  }
  export default function subsetFont(font: Buffer, text: '', options: Options): Promise<Buffer>
}

declare module 'linebreak' {
  /** Finds where lines may break (UAX 14). */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}

/** Its own types describe a module of ECMAScript, which it is not. */
declare module 'bidi-js' {
  type Levels = { levels: Uint8Array; paragraphs: { level: number }[] }
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string, direction: 'auto'): Levels
    /** `end` is the index of the last code unit */
    getReorderedIndices(text: string, levels: Levels, start: number, end: number): number[]
    getMirroredCharacter(character: string): string | null
  }
}
