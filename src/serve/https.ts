import { createServer as createHttp, type Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import type { Certificate } from './certificate.ts'

/** The first byte of a TLS handshake. */
const handshake = 0x16
/** Whoever connects and says nothing is let go after so long, in ms. */
const patience = 10_000

/**
 * A door before `server` that speaks HTTPS. Plain HTTP is answered as well, on the same port: to this
 * machine, whose own calls need no secrecy, by the service; to everybody else by a redirection.
 * @throws when the certificate and the key are none, or do not belong together
 */
export function secureDoor(server: HttpServer, { key, cert }: Certificate): Server {
  const secure = createTls({ key, cert, ALPNProtocols: ['http/1.1'], handshakeTimeout: patience })
  secure.on('secureConnection', (socket) => server.emit('connection', socket))
  // Such as a browser that does not trust us yet: it comes again.
  secure.on('tlsClientError', (_error, socket) => socket.destroy())
  const redirector = createHttp((request, response) => {
    const { host = '' } = request.headers
    response
      .writeHead(308, { location: `https://${host}${request.url}`, connection: 'close' })
      .end()
  })
  return createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(patience, () => socket.destroy())
    socket.once('data', (first: Buffer) => {
      socket.setTimeout(0).removeAllListeners('timeout')
      socket.pause()
      socket.unshift(first)
      const inner = first[0] === handshake ? secure : isLocal(socket) ? server : redirector
      inner.emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })
}

function isLocal({ remoteAddress = '' }: Socket): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(remoteAddress)
}
