import { compress, type Encoding } from './encodings.ts'
import type { Bytes } from './slices.ts'

export type Header = [name: string, value: string]
/** The bytes of an answer, plain or compressed. */
export type Form = Pick<Bytes, 'parts' | 'length'>

/** An answer as it was sent, for all other callers with the same request: all its headers except the ones for one caller alone. */
export type Sent = {
  headers: string[]
  /** its bytes as characters of one byte each, so that they are sent in one piece with the headers */
  text: string
  /** true if the caller must show the token of a client */
  needsClient: boolean
  route: string
}

/** Minimum size worth compressing, bytes: a shorter answer fits into one packet anyway. */
const worthCompressing = 1_200

/** A finished answer: its bytes, its ETag, the handler's headers and the compressed forms requested so far. */
export class Answer {
  readonly etag: string
  readonly headers: Header[]
  readonly #plain: Form
  readonly #compressed = new Map<Encoding, Form | undefined>()
  wasSent = false
  /** the sent forms, by the `encodingFor` of the request */
  readonly sent = new Map<Encoding | undefined, Sent>()

  constructor({ etag, ...plain }: Bytes, headers: Header[]) {
    this.etag = etag
    this.headers = headers
    this.#plain = plain
  }

  /** Size in bytes, including its compressed and sent forms, even before they exist. */
  get size(): number {
    return this.#plain.length * 2.5
  }

  /**
   * Returns the form to send to a caller that accepts `encoding`. A compressed form is made once, while plain ones are
   * sent, so the first caller gets the plain one: most addresses are requested only once.
   */
  formFor(encoding: Encoding | undefined): { form: Form; encoding?: Encoding } {
    if (encoding === undefined || this.#plain.length < worthCompressing)
      return { form: this.#plain }
    const compressed = this.#compressed.get(encoding)
    if (compressed) return { form: compressed, encoding }
    if (!this.#compressed.has(encoding)) void this.#compress(encoding)
    return { form: this.#plain }
  }

  async #compress(encoding: Encoding) {
    this.#compressed.set(encoding, undefined)
    const parts = await compress(encoding, this.#plain.parts)
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    this.#compressed.set(encoding, { parts, length })
    this.sent.delete(encoding)
  }
}
