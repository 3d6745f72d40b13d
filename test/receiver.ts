/** The receiver of webhooks: a server that records requests, and answers as told. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { after } from 'node:test'

export type Received = {
  id: string
  type: string
  data: any
  text: string
  headers: IncomingHttpHeaders
  /** as performance.now() counts, ms */
  at: number
  /** the status of its answer; 0: none */
  status: number
}

type Answer = (response: ServerResponse, received: Received) => unknown

export const well: Answer = (response) => response.writeHead(204).end()

/** Starts it on `port`, by default a free one; it stops after the tests of the file. */
export async function aReceiver(first: Answer = well, port = 0) {
  const received: Received[] = []
  const receiver = { received, answer: first, url: '', port: 0, close: () => server.close() }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => {
      const { id, type, data } = JSON.parse(text)
      const at = performance.now()
      const all: Received = { id, type, data, text, headers: request.headers, at, status: 0 }
      received.push(all)
      response.on('close', () => {
        if (response.headersSent) all.status = response.statusCode
      })
      receiver.answer(response, all)
    })
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('It listens nowhere')
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
  })
}
