/** Sends requests over connections that stay open, as a client does. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Sent } from './requests.ts'

export type Received = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** from the first byte sent to the last received; for a stream to its first */
  ms: number
}

function plain(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes)
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes
}

// The service may close an idle connection just as it is used again.
const tries = 3

export class Wire {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })
  readonly #url: URL

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** Returns the answer; for a stream what comes at once. Fails when there is none in 10 s. */
  async send(sent: Sent, isStream: boolean): Promise<Received> {
    for (let left = tries; ; left--) {
      try {
        return await this.#sendOnce(sent, isStream)
      } catch (error) {
        const { code, wasUsed } = error as { code?: string; wasUsed?: boolean }
        if (!wasUsed || code !== 'ECONNRESET' || left === 1) throw error
      }
    }
  }

  #sendOnce({ method, url, headers, body }: Sent, isStream: boolean): Promise<Received> {
    const { hostname, port } = this.#url
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const began = performance.now()
      const asked = request(
        {
          agent: this.#agent,
          hostname,
          port,
          method,
          path: url,
          headers: { ...length, ...headers },
        },
        (response) => {
          const pieces: Buffer[] = []
          const end = () => {
            const { statusCode: status = 0, headers } = response
            const text = plain(Buffer.concat(pieces), headers['content-encoding']).toString()
            resolve({ status, headers, text, ms: performance.now() - began })
          }
          response.on('data', (piece: Buffer) => {
            pieces.push(piece)
            if (!isStream || response.statusCode !== 200) return
            end()
            response.destroy()
          })
          response.on('end', end)
          response.on('error', isStream ? () => {} : reject)
        },
      )
      asked.setTimeout(10_000, () => asked.destroy(new Error('No answer in 10 s')))
      asked.on('error', (error) => {
        reject(Object.assign(error, { wasUsed: asked.reusedSocket }))
      })
      asked.end(body)
    })
  }

  close() {
    this.#agent.destroy()
  }
}
