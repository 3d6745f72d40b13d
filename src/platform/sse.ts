import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** What may wait for a reader, in bytes, before it counts as too slow. */
const mostUnsent = 64 * 1024
const comment = Buffer.from(':\n\n')
const greeting = Buffer.from('retry: 3000\n\n')

/**
 * The wire of an event stream. It knows nothing of what travels over it: its owner sends messages,
 * beats it every few seconds, and hears when it is closed, whoever closes it.
 */
export class EventStream {
  readonly #response: ServerResponse
  #wasBehind = false

  constructor(response: ServerResponse) {
    this.#response = response
  }

  /**
   * Sends messages. A reader for whom more than 64 KiB wait already is cut off instead, so that nobody
   * is buffered for without bound; it comes back for what it missed. `sent` is called when they have
   * left this process.
   */
  send(messages: Buffer, sent?: () => void): void {
    if (this.#response.writableLength > mostUnsent) this.#response.destroy()
    else if (!this.#response.writableEnded)
      this.#response.write(messages, (error) => error ?? sent?.())
  }

  /** A comment, so that nobody in between takes the line for dead. One that stands still is cut off. */
  beat(): void {
    const isBehind = this.#response.writableLength > 0
    if (isBehind && this.#wasBehind) this.#response.destroy()
    else if (!isBehind && !this.#response.writableEnded) this.#response.write(comment)
    this.#wasBehind = isBehind
  }

  /** Ends it. Nobody waits for a reader that is behind: it comes back for the rest, if it may. */
  end(): void {
    if (this.#response.writableLength > 0) this.#response.destroy()
    else this.#response.end()
  }
}

/**
 * Turns the answer of a request into an event stream: its headers, and how soon to come back after an
 * end, leave at once. `closed` is called once, when it is over; undefined: the reader has gone already.
 */
export function openEventStream(reply: FastifyReply, closed: () => void): EventStream | undefined {
  const { raw } = reply
  reply.hijack()
  if (raw.destroyed) return undefined
  raw.on('close', closed)
  // Whoever goes away in the middle of a message is heard of by its close.
  raw.on('error', () => {})
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // A proxy that gathers an answer before it passes it on would hold every message back.
    'x-accel-buffering': 'no',
  })
  raw.write(greeting)
  return new EventStream(raw)
}

/** A message: its id is where a reader that comes back wants to go on. */
export function message(id: number, data: object): string {
  return `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Says where a reader stands before any message has come: cut off now, it still loses nothing. */
export function standing(id: number | string): string {
  return `id: ${id}\n\n`
}
