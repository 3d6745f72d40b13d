import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Maximum of unsent bytes before a reader counts as too slow. */
const mostUnsent = 64 * 1024
const greeting = Buffer.from('retry: 3000\n\n')

/** The figure of live readers; each kind of stream reports its own. */
export const streamsOpen = { name: 'festival_streams', help: 'Live streams open, by kind' }

/** A text, and the same as a chunk of HTTP/1.1: made once, for any number of streams. */
export type Frame = { chunk: Buffer; text: Buffer }

/** Makes a text ready to be sent over event streams. */
export function frame(text: string): Frame {
  const size = `${Buffer.byteLength(text).toString(16)}\r\n`
  const chunk = Buffer.from(`${size}${text}\r\n`)
  return { chunk, text: chunk.subarray(size.length, -2) }
}

const comment = frame(':\n\n')

/**
 * The connection of an event stream. It knows nothing of the messages it carries: its owner sends them, beats it every
 * few seconds, and is notified when it is closed, by either side.
 */
export class EventStream {
  readonly #response: ServerResponse
  #wasBehind = false

  constructor(response: ServerResponse) {
    this.#response = response
  }

  /**
   * Sends messages. A reader with more than 64 KiB waiting is cut off instead, so that nothing is buffered without
   * bound for a slow reader; it reconnects and gets the messages it missed. `sent` is called when they have left this
   * process.
   */
  send(messages: Frame, sent?: () => void): void {
    if (this.#response.writableLength > mostUnsent) this.#response.destroy()
    else this.#write(messages, sent)
  }

  /**
   * Writes past the response, which would make three pieces of each chunk: half of the cost of a message. Not where
   * HTTP/1.0 knows no chunks, where the response waits for its turn on the connection and has no socket, and before the
   * response's writes of this turn have left it.
   */
  #write({ chunk, text }: Frame, sent?: () => void) {
    const { socket, chunkedEncoding, writableCorked, writableEnded } = this.#response
    if (writableEnded) return
    const done = sent && ((error?: Error | null) => error ?? sent())
    if (socket && chunkedEncoding && !writableCorked) socket.write(chunk, done)
    else this.#response.write(text, done)
  }

  /** Sends a comment, so that no proxy closes the connection as idle. A connection that stands still is cut off. */
  beat(): void {
    const isBehind = this.#response.writableLength > 0
    if (isBehind && this.#wasBehind) this.#response.destroy()
    else if (!isBehind) this.#write(comment)
    this.#wasBehind = isBehind
  }

  /** Ends the stream, without waiting for a reader that is behind: it reconnects for the rest, if it may. */
  end(): void {
    if (this.#response.writableLength > 0) this.#response.destroy()
    else this.#response.end()
  }
}

/**
 * Turns the answer of a request into an event stream: its headers, and the time to wait before a reconnect, are sent at
 * once. `closed` is called once, when it is over; undefined: the reader has gone already.
 */
export function openEventStream(reply: FastifyReply, closed: () => void): EventStream | undefined {
  const { raw } = reply
  reply.hijack()
  if (raw.destroyed) return undefined
  raw.on('close', closed)
  // A reader that leaves in the middle of a message is noticed by its close.
  raw.on('error', () => {})
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // A proxy that buffers an answer before it passes it on would hold every message back.
    'x-accel-buffering': 'no',
  })
  raw.write(greeting)
  return new EventStream(raw)
}

/** Formats a message, its data JSON: its id is the place from which a returning reader continues. */
export function message(id: number, json: string): string {
  return `id: ${id}\ndata: ${json}\n\n`
}

/** Formats the place of a reader before any message has come: if it is cut off now, it still loses nothing. */
export function standing(id: number | string): string {
  return `id: ${id}\n\n`
}
