/**
 * Readers of the live stream, as many as a process can hold cheaply: bare sockets, and no parser. Forked by
 * `streams.ts`, to which it reports when all are open, and on request what has arrived and when.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { clock } from './clock.ts'

export type Opening = { port: number; client: string; users: string[] }
/** A received notification: its title, its recipient, and when. */
type Arrival = { title: string; reader: number; at: number }
/** The notifications since the last report, and how many streams are open. */
export type Report = { arrivals: Arrival[]; open: number }

const together = 100
let arrivals: Arrival[] = []
let sockets: Socket[] = []

process.on('message', (message: { open?: Opening; tell?: true; close?: true }) => {
  if (message.open) void open(message.open)
  if (message.close) close()
  if (message.tell) {
    const open = sockets.filter((socket) => socket.readable).length
    process.send?.({ arrivals, open } satisfies Report)
    arrivals = []
  }
})

async function open({ port, client, users }: Opening) {
  const left = users.entries()
  const openNext = async () => {
    for (const [reader, token] of left) await openOne(reader, { port, client, token })
  }
  await Promise.all(Array.from({ length: together }, openNext))
  process.send?.({ opened: sockets.length })
}

function close() {
  for (const socket of sockets) socket.destroy()
  sockets = []
}

type Address = { port: number; client: string; token: string }

async function openOne(reader: number, { port, client, token }: Address) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write(
    'GET /notifications/sse HTTP/1.1\r\nhost: bench\r\n' +
      `x-f-authorization: ${client}\r\nx-f-authentication: ${token}\r\n\r\n`,
  )
  const [first]: Buffer[] = await once(socket, 'data')
  if (!first?.subarray(0, 15).equals(Buffer.from('HTTP/1.1 200 OK'))) {
    throw new Error(`A stream was not opened: ${first}`)
  }
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    if (chunk.includes('data: ')) note(reader, `${chunk}`)
  })
}

function note(reader: number, text: string) {
  const at = clock()
  for (const [, title = ''] of text.matchAll(/^data: .*?"title":"([^"]*)"/gm)) {
    arrivals.push({ title, reader, at })
  }
}
