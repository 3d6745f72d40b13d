import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A form in which bytes travel. */
export type Encoding = 'br' | 'gzip'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const levels = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  gzip: { level: 6 },
}

/** Compresses off the loop. */
export function compress(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
  return compressors[encoding](bytes, levels[encoding])
}

/** The smallest form that an `accept-encoding` takes; undefined: the bytes as they are. */
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
