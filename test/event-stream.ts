/** Reads an event stream as a client does: a socket, and the parser that clients use. */
import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createParser } from 'eventsource-parser'
import { until } from './until.ts'

export type Reader = {
  status: number
  headers: IncomingMessage['headers']
  /** the received messages, in order; `id` as a number, `eventId` as it was sent */
  messages: { id: number; eventId: string | undefined; event: string | undefined; data: any }[]
  retry: () => number | undefined
  comments: () => number
  isOver: () => boolean
  over: Promise<void>
  /** the body of a refusal */
  text: () => string
  /** pauses and resumes reading from the socket */
  pause: () => void
  resume: () => void
  close: () => void
}

// No pool: every stream has a socket of its own.
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY, keepAlive: false })

/** Opens a stream; resolves with the headers. */
export function openReader(url: string, headers: Record<string, string> = {}): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (response) => {
      const messages: Reader['messages'] = []
      let [retry, comments, isOver, text] = [undefined as number | undefined, 0, false, '']
      const parser = createParser({
        onEvent: ({ id, event, data }) =>
          messages.push({ id: Number(id), eventId: id, event, data: JSON.parse(data) }),
        onRetry: (ms) => {
          retry = ms
        },
        onComment: () => {
          comments++
        },
      })
      const isStream = response.headers['content-type'] === 'text/event-stream'
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        if (isStream) parser.feed(chunk)
        else text += chunk
      })
      const over = new Promise<void>((ended) => {
        response.on('close', () => {
          isOver = true
          ended()
        })
      })
      response.on('error', () => {})
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        messages,
        retry: () => retry,
        comments: () => comments,
        isOver: () => isOver,
        over,
        text: () => text,
        pause: () => response.pause(),
        resume: () => response.resume(),
        close: () => response.destroy(),
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Waits for this many messages, and returns their ids. */
export async function untilArrived(reader: Reader, count: number): Promise<number[]> {
  await until(`${count} messages`, async () => reader.messages.length >= count)
  assert.equal(reader.messages.length, count)
  return reader.messages.map(({ id }) => id)
}
