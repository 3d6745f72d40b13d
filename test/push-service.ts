/** A push service with a browser behind it: it reads what it gets with the browser's own keys (RFC 8291, RFC 8292). */
import assert from 'node:assert/strict'
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { after } from 'node:test'

type Push = {
  path: string
  headers: IncomingHttpHeaders
  /** what the browser reads */
  notice: any
  /** what the sender claims, signed, and by which key */
  claims: any
  key: string
  /** what was answered; undefined: nothing was, in whole */
  status?: number
}
type Answer = (response: ServerResponse) => unknown

export const taken: Answer = (response) => response.writeHead(201).end()
export const answering =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status).end()

/** Starts it on a free port; it stops after the tests of the file. */
export async function aPushService() {
  const pushes: Push[] = []
  const browsers = new Map<string, Browser>()
  const service = { pushes, answer: taken, url: '' }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const browser = browsers.get(path)
      if (browser) {
        const push: Push = { path, headers, ...read(browser, headers, Buffer.concat(chunks)) }
        pushes.push(push)
        response.on('finish', () => {
          push.status = response.statusCode
        })
      }
      service.answer(response)
    })
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('It listens nowhere')
  service.url = `http://127.0.0.1:${address.port}`
  return Object.assign(service, {
    /** A browser that has subscribed, as its script sends it to the service. */
    aBrowser: () => {
      const browser = { ecdh: createECDH('prime256v1'), auth: randomBytes(16) }
      browser.ecdh.generateKeys()
      const path = `/send/${randomBytes(12).toString('base64url')}`
      browsers.set(path, browser)
      const keys = {
        p256dh: browser.ecdh.getPublicKey('base64url'),
        auth: browser.auth.toString('base64url'),
      }
      return { path, endpoint: `${service.url}${path}`, keys }
    },
    to: ({ path }: { path: string }) => pushes.filter((push) => push.path === path),
  })
}

type Browser = { ecdh: ReturnType<typeof createECDH>; auth: Buffer }

function read(browser: Browser, headers: IncomingHttpHeaders, body: Buffer) {
  const notice = JSON.parse(decrypted(browser, body).toString())
  return { notice, ...signedBy(headers.authorization ?? '') }
}

/** One record of RFC 8188, as RFC 8291 allows. */
function decrypted({ ecdh, auth }: Browser, body: Buffer): Buffer {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  assert.ok(sealed.length <= body.readUInt32BE(16), 'one record')
  assert.ok(body.length <= 4096, 'as long as push services take')
  const derive = (keys: [secret: Buffer, salt: Buffer], info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', ...keys, info, length))
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive([ecdh.computeSecret(sender), auth], about, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive([secret, salt], 'Content-Encoding: aes128gcm\0', 16),
    derive([secret, salt], 'Content-Encoding: nonce\0', 12),
  ).setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  assert.equal(plain.at(-1), 2, 'the last record')
  return plain.subarray(0, -1)
}

/** What the sender claims, once its signature is checked. */
function signedBy(authorization: string) {
  const { token = '', key = '' } =
    /^vapid t=(?<token>[\w.-]+), k=(?<key>[\w-]+)$/.exec(authorization)?.groups ?? {}
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  assert.ok(isSigned, 'signed with the key it names')
  assert.deepEqual(JSON.parse(`${Buffer.from(head, 'base64url')}`), { typ: 'JWT', alg: 'ES256' })
  return { claims: JSON.parse(`${Buffer.from(claims, 'base64url')}`), key }
}
