import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { openReader } from '../../../test/event-stream.ts'
import { until } from '../../../test/until.ts'
import { EventStream, frame, message } from './sse.ts'

/** A server that answers every request with an event stream, and the newest one. */
const server = createServer((_request, response) => {
  response.on('error', () => {})
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(':\n\n')
  newest = response
})
let newest: ServerResponse | undefined
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

async function aStream() {
  const reader = await openReader(url)
  assert.ok(newest)
  return { reader, response: newest, wire: new EventStream(newest) }
}

const of = (id: number, text: string) => frame(message(id, JSON.stringify({ text })))
const much = 'x'.repeat(32 * 1024 * 1024)

test('a message has its id and its data in one line, with any content', async () => {
  const { reader, wire } = await aStream()
  const texts = ['plain', 'two\nlines\r\n', 'data: no\n\nid: 7', '\u2028 "ü" \u{1F3AA}', '']
  for (const [id, text] of texts.entries()) wire.send(of(id, text))
  await until('all', async () => reader.messages.length === texts.length)
  assert.deepEqual(
    reader.messages.map(({ id, data }) => [id, data.text]),
    [...texts.entries()],
  )
  wire.end()
  await reader.over
})

test('a heartbeat is a comment, not a message', async () => {
  const { reader, wire } = await aStream()
  await until('the first', async () => reader.comments() === 1)
  wire.beat()
  await until('the beat', async () => reader.comments() === 2)
  assert.deepEqual(reader.messages, [])
  wire.end()
  await reader.over
})

test('a slow reader is waited for, until more is due', async () => {
  const { reader, response, wire } = await aStream()
  reader.pause()
  let sent = false
  wire.send(of(1, much), () => {
    sent = true
  })
  assert.equal(response.destroyed, false)
  reader.resume()
  await until('sent', async () => sent)
  await until('arrived', async () => reader.messages.length === 1)
  reader.pause()
  wire.send(of(2, much))
  wire.send(of(3, 'more'))
  assert.equal(response.destroyed, true)
  reader.resume()
  await reader.over
  assert.equal(reader.messages.length, 1)
})

test('a reader that reads nothing between two heartbeats is cut off', async () => {
  const { reader, response, wire } = await aStream()
  reader.pause()
  wire.send(of(1, much))
  wire.beat()
  assert.equal(response.destroyed, false)
  wire.beat()
  assert.equal(response.destroyed, true)
  reader.close()
})

test('a reader that catches up between two heartbeats stays', async () => {
  const { reader, response, wire } = await aStream()
  reader.pause()
  wire.send(of(1, much))
  wire.beat()
  reader.resume()
  await until('arrived', async () => response.writableLength === 0)
  wire.beat()
  wire.beat()
  assert.equal(response.destroyed, false)
  wire.end()
  await reader.over
})

test('an end does not wait for slow readers', async () => {
  const { reader, response, wire } = await aStream()
  reader.pause()
  wire.send(of(1, much))
  wire.end()
  assert.equal(response.destroyed, true)
  reader.close()
})

test('nothing is sent after the end', async () => {
  const { reader, wire } = await aStream()
  wire.end()
  wire.send(of(1, 'late'), () => assert.fail('sent'))
  wire.beat()
  await reader.over
  assert.deepEqual(reader.messages, [])
})

// Requirement (rules): A reader of HTTP/1.0 gets the stream's text without chunks
test('a reader that speaks HTTP/1.0, as many proxies do, gets the text without its chunks', async () => {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  const asked = new Promise<ServerResponse>((resolve) => {
    server.once('request', (_request, response) => resolve(response))
  })
  socket.write('GET / HTTP/1.0\r\n\r\n')
  const wire = new EventStream(await asked)
  await until('the beginning', async () => text.endsWith('\r\n\r\n:\n\n'))
  wire.send(of(1, 'ü'))
  await until('the message', async () => text.endsWith(`:\n\n${message(1, '{"text":"ü"}')}`))
  wire.beat()
  await until('the beat', async () => text.endsWith('\n\n:\n\n'))
  wire.end()
  await once(socket, 'close')
})
