import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

/** An encoding in which bytes are sent. */
export type Encoding = 'br' | 'gzip'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const levels = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  gzip: { level: 6 },
}

/** Compresses outside the event loop. */
export async function compress(encoding: Encoding, parts: Buffer[]): Promise<Buffer[]> {
  const [first] = parts
  if (parts.length === 1 && first) return [await compressors[encoding](first, levels[encoding])]
  const stream = encoding === 'br' ? createBrotliCompress(levels.br) : createGzip(levels.gzip)
  return Array.fromAsync(pipeline(Readable.from(parts), stream, () => {}))
}

/** Returns the smallest form that an `accept-encoding` takes; undefined: the bytes as they are. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (!accepted) return undefined
  const weights = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
        const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
        return [name, q === undefined ? 1 : Number(q)]
      }),
  )
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const plain = weights.get('identity') ?? 0
  const [br, zip] = [weightOf('br'), weightOf('gzip')]
  if (!(Math.max(br, zip) > 0) || plain > Math.max(br, zip)) return undefined
  return br >= zip ? 'br' : 'gzip'
}
