/** A TCP proxy in front of a PostgreSQL, with the faults of networks. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export class Proxy {
  /** nothing passes any more, without closing the connection */
  isSilent = false
  /** the delay of each piece, ms */
  latency = 0
  /** a connection is reset after this many bytes of answers */
  cutAfter = Number.POSITIVE_INFINITY
  cuts = 0
  readonly #target: URL
  readonly #open = new Set<Socket>()
  readonly #server = createServer((socket) => this.#serve(socket))

  constructor(connectionString: string) {
    this.#target = new URL(connectionString)
  }

  /** Returns the connection string that leads through it. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    const { username, password, pathname, searchParams } = this.#target
    const port = typeof address === 'object' ? address?.port : ''
    const who = `${username || searchParams.get('user')}:${password}`
    return `postgresql://${who}@127.0.0.1:${port}${pathname}?sslmode=disable`
  }

  /** Resets all connections. */
  reset(): void {
    for (const socket of this.#open) this.#cut(socket)
  }

  async close(): Promise<void> {
    this.#server.close()
    for (const socket of this.#open) socket.destroy()
    await once(this.#server, 'close')
  }

  #serve(client: Socket) {
    // A connection of which only one side is open.
    if (this.isSilent) return this.#keep(client)
    const server = this.#connect()
    let passed = 0
    this.#pass(client, server, () => true)
    this.#pass(server, client, (bytes) => {
      passed += bytes
      if (passed <= this.cutAfter) return true
      this.#cut(client)
      return false
    })
  }

  #connect(): Socket {
    const { hostname, searchParams } = this.#target
    const port = searchParams.get('port') ?? (this.#target.port || '5432')
    const folder = searchParams.get('host')
    if (folder?.startsWith('/')) return connect(`${folder}/.s.PGSQL.${port}`)
    return connect(Number(port), hostname)
  }

  #pass(from: Socket, to: Socket, mayPass: (bytes: number) => boolean) {
    this.#keep(from)
    from.on('close', () => to.destroy())
    from.on('data', (piece) => {
      if (this.isSilent || !mayPass(piece.length)) return
      const send = () => to.write(piece)
      if (this.latency > 0) setTimeout(send, this.latency)
      else send()
    })
  }

  #keep(socket: Socket) {
    this.#open.add(socket)
    socket.on('close', () => this.#open.delete(socket))
    socket.on('error', () => {})
  }

  #cut(socket: Socket) {
    this.cuts++
    if (socket.remoteAddress === undefined) socket.destroy()
    else socket.resetAndDestroy()
  }
}
