/**
 * The document of pdfkit 0.20.2, written without its stream and its copies: texts are gathered and converted at once, and
 * bytes that documents share, such as fonts, are compressed once.
 */
import { deflateSync } from 'node:zlib'
import type PDFDocument from 'pdfkit'
import { remember } from '#platform/values/remember'

type Chunk = string | Uint8Array

/** An object of the file; it has a stream if something is written to it. */
type Reference = {
  data: Record<string, unknown>
  compress: boolean
  buffer: Uint8Array[]
  write: (chunk: Chunk) => void
  finalize: () => void
}

export type PaperDocument = PDFKit.PDFDocument & {
  /** returns the whole file, once the document has ended */
  bytes: () => Buffer
}

let loading: Promise<new (options: PDFKit.PDFDocumentOptions) => PaperDocument> | undefined

/** Loads pdfkit with the first document, so that the service starts without waiting for it. */
export function loadPaperDocument() {
  loading ??= import('pdfkit').then(({ default: Document }) => extend(Document))
  return loading
}

/** `_write`, `_offset` and `ref` are names of pdfkit: everything in the file passes through them. */
function extend(Document: typeof PDFDocument) {
  class Extended extends Document {
    // Declared, since pdfkit writes before the fields of a subclass are there.
    declare written: Gathered | undefined

    _write(chunk: Chunk): void {
      this.written ??= new Gathered()
      const bytes = this.written.add(chunk)
      Reflect.set(this, '_offset', Number(Reflect.get(this, '_offset')) + bytes)
    }

    // @ts-expect-error -- The types of pdfkit leave its parameter out.
    override ref(data?: object): Reference {
      const reference = Reflect.apply(Document.prototype.ref, this, [data]) as Reference
      return gathering(reference)
    }

    bytes(): Buffer {
      return Buffer.from(this.written?.bytes() ?? [])
    }
  }
  return Extended as unknown as new (
    options: PDFKit.PDFDocumentOptions,
  ) => PaperDocument
}

/** Bytes and texts in their order. */
class Gathered {
  #text = ''
  readonly #parts: Uint8Array[] = []

  /** Adds a text with a line break, or bytes, and returns how many bytes these are. */
  add(chunk: Chunk): number {
    if (typeof chunk === 'string') {
      this.#text += `${chunk}\n`
      return chunk.length + 1
    }
    this.#cut()
    this.#parts.push(chunk)
    return chunk.length
  }

  /** Returns the only part as it was added, or all parts together. */
  bytes(): Uint8Array {
    this.#cut()
    const [first] = this.#parts
    return first && this.#parts.length === 1 ? first : Buffer.concat(this.#parts)
  }

  /** Compresses all parts; maps of fonts, shared by documents, once. */
  compressed(): Uint8Array {
    if (this.#parts.length > 0 || !this.#text.startsWith(mapOfFont)) return deflated(this.bytes())
    const key = this.#text
    const value = maps.get(key) ?? deflateSync(Buffer.from(key, 'latin1'))
    remember(maps, { key, value, most: maxMaps })
    return value
  }

  #cut(): void {
    if (this.#text !== '') this.#parts.push(Buffer.from(this.#text, 'latin1'))
    this.#text = ''
  }
}

/** The beginning of the map from the glyphs of a font to their texts. */
const mapOfFont = '/CIDInit'
/** Compressed maps by their texts, of about 1 kB each. */
const maps = new Map<string, Uint8Array>()
const maxMaps = 40

/** Compressed bytes by the bytes themselves: fonts and the profile of colours are the same in each document. */
const compressed = new WeakMap<Uint8Array, Uint8Array>()

/** Makes an object gather its writes. */
function gathering(reference: Reference): Reference {
  let gathered: Gathered | undefined
  const { finalize } = reference
  reference.write = (chunk) => {
    gathered ??= new Gathered()
    gathered.add(chunk)
  }
  reference.finalize = () => {
    if (gathered) {
      if (reference.compress) reference.data['Filter'] = 'FlateDecode'
      reference.buffer = [reference.compress ? gathered.compressed() : gathered.bytes()]
      reference.compress = false
    }
    finalize.call(reference)
  }
  return reference
}

function deflated(bytes: Uint8Array): Uint8Array {
  const known = compressed.get(bytes) ?? deflateSync(bytes)
  compressed.set(bytes, known)
  return known
}
