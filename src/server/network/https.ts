import { X509Certificate } from 'node:crypto'
import { createServer as createHttp, type Server as HttpServer } from 'node:http'
import { createServer, isIPv4, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { type Certificate, ownNames } from './certificate.ts'

/** The first byte of a TLS handshake. */
const handshake = 0x16
/** A connection that sends nothing is closed after this time, ms. */
const patience = 10_000

/**
 * A listener in front of `server` that speaks HTTPS. It also answers plain HTTP on the same port: requests from
 * this machine, which need no secrecy, go to the service; other machines are redirected, if they request a name of
 * this machine, of the certificate, or of `publicUrl`.
 * @throws if the certificate or the key is invalid, or they do not belong together
 */
export function httpsListener(
  server: HttpServer,
  { key, cert }: Certificate,
  publicUrl?: string,
): Server {
  const secure = createTls({ key, cert, ALPNProtocols: ['http/1.1'], handshakeTimeout: patience })
  secure.on('secureConnection', (socket) => server.emit('connection', socket))
  // For example, a browser that does not trust us yet: it connects again.
  secure.on('tlsClientError', (_error, socket) => socket.destroy())
  const isOurs = ownHosts(cert, publicUrl)
  const redirector = createHttp((request, response) => {
    const { host = '' } = request.headers
    const { url = '' } = request
    response.setHeader('connection', 'close')
    if (isOurs(host) && url.startsWith('/')) {
      response.writeHead(308, { location: `https://${host}${url}` }).end()
    } else {
      response
        .writeHead(400, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify({ error: 'This address speaks HTTPS: begin it with https://' }))
    }
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

/** Returns a check that a `Host` is this service, so that no request can be redirected to another host. */
function ownHosts(cert: string, publicUrl: string | undefined): (host: string) => boolean {
  const x509 = new X509Certificate(cert)
  const publicName = publicUrl && new URL(publicUrl).hostname
  return (host) => {
    const [, name] = /^([a-z\d.-]+)(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? []
    if (name === undefined) return false
    // The current names: a laptop joins another network while the service runs.
    if (name === publicName || ownNames().includes(name)) return true
    return (isIPv4(name) ? x509.checkIP(name) : x509.checkHost(name)) !== undefined
  }
}

function isLocal({ remoteAddress = '' }: Socket): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(remoteAddress)
}
