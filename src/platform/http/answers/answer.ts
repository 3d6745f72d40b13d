import { compress, type Encoding } from './encodings.ts'
import type { Bytes } from './slices.ts'

export type Header = [name: string, value: string]
/** The bytes of an answer, plain or compressed. */
export type Form = Pick<Bytes, 'parts' | 'length'>

/** An answer as it was sent, for all others who ask for the same: all its headers but those for one caller alone. */
export type Sent = {
  headers: string[]
  /** its bytes as characters of one byte each, so that they leave in one piece with the headers */
  text: string
  /** whether the caller must show the token of a client */
  needsClient: boolean
  route: string
}

/** Shorter than this, in bytes, an answer fits into one packet anyway. */
const worthCompressing = 1_200

/** A finished answer: its bytes, its ETag, the handler's headers and the compressed forms that were asked for. */
export class Answer {
  readonly etag: string
  readonly headers: Header[]
  readonly #plain: Form
  readonly #compressed = new Map<Encoding, Form | undefined>()
  wasSent = false
  /** as it was sent, by the `encodingFor` of the request */
  readonly sent = new Map<Encoding | undefined, Sent>()

  constructor({ etag, ...plain }: Bytes, headers: Header[]) {
    this.etag = etag
    this.headers = headers
    this.#plain = plain
  }

  /** In bytes, with its compressed forms and those sent, whether they exist already or not. */
  get size(): number {
    return this.#plain.length * 2.5
  }

  /**
   * Returns the form to send to a caller who accepts `encoding`. A compressed form is made once, while plain
   * ones are sent, so the first caller gets the plain one: most addresses are asked for once.
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
