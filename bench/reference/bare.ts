/** The limit for reads: `node:http` that answers every request with one Buffer and given headers. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Sets the answer; the body in base64. */
export type BareAnswer = { headers: Record<string, string>; body: string }

const answer: { headers: Record<string, string>; body: Buffer } = {
  headers: {},
  body: Buffer.alloc(0),
}

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, answer.headers)
  response.end(answer.body)
})
process.on('message', (message: BareAnswer | 'usage') => {
  if (typeof message === 'string') return
  answer.headers = message.headers
  answer.body = Buffer.from(message.body, 'base64')
  process.send?.({ told: true })
})
process.on('SIGTERM', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
