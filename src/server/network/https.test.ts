import assert from 'node:assert/strict'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { makeCertificate, networkAddresses, ownCertificate } from './certificate.ts'
import { httpsListener } from './https.ts'

const now = new Date()
const day = 86_400_000
const folder = await mkdtemp(join(tmpdir(), 'festival-https-'))
after(() => rm(folder, { recursive: true }))

test('a certificate has its names, and a valid signature', () => {
  const { cert, key } = makeCertificate(['localhost', 'harbour', '127.0.0.1', '192.0.2.7'], now)
  const x509 = new X509Certificate(cert)
  assert.ok(x509.verify(x509.publicKey))
  assert.ok(x509.checkPrivateKey(createPrivateKey(key)))
  assert.ok(x509.checkHost('harbour') && x509.checkIP('192.0.2.7'))
  assert.equal(x509.checkHost('elsewhere') ?? x509.checkIP('192.0.2.8'), undefined)
  assert.equal(x509.ca, false)
  const days = (x509.validToDate.getTime() - x509.validFromDate.getTime()) / day
  assert.ok(days > 396 && days <= 398, `${days} days`)
})

test('lengths of every size are encoded correctly', () => {
  for (const count of [1, 5, 10, 20, 60]) {
    const names = Array.from({ length: count }, (_, index) => `host-${index}.harbour.example`)
    const x509 = new X509Certificate(makeCertificate(names, now).cert)
    assert.equal(x509.subjectAltName, names.map((name) => `DNS:${name}`).join(', '))
  }
})

test('a certificate is stored, for its owner alone, until it ends or lacks a name', async () => {
  const first = await ownCertificate(folder, now)
  assert.deepEqual(await ownCertificate(folder, new Date(now.getTime() + 389 * day)), first)
  assert.equal((await stat(join(folder, 'https.key'))).mode & 0o777, 0o600)
  const later = await ownCertificate(folder, new Date(now.getTime() + 391 * day))
  assert.notEqual(later.cert, first.cert)
  const { cert, key } = makeCertificate(['localhost'], now)
  await writeFile(join(folder, 'https.crt'), cert)
  await writeFile(join(folder, 'https.key'), key)
  const named = new X509Certificate((await ownCertificate(folder, now)).cert)
  for (const address of ['127.0.0.1', ...networkAddresses()]) assert.ok(named.checkIP(address))
  await writeFile(join(folder, 'https.crt'), 'no certificate')
  const mended = await ownCertificate(folder, now)
  assert.equal(await readFile(join(folder, 'https.crt'), 'utf8'), mended.cert)
  await writeFile(join(folder, 'https.key'), key)
  assert.notEqual((await ownCertificate(folder, now)).key, key)
})

/** A service behind a listener; its answer reports the way the request came. */
async function aDoor() {
  const service = createServer((request, response) => {
    response.end(`${request.url} ${'encrypted' in request.socket ? 'secure' : 'plain'}`)
  })
  const certificate = makeCertificate(['localhost', '127.0.0.1', ...networkAddresses()], now)
  const listener = httpsListener(service, certificate).listen(0)
  await once(listener, 'listening')
  after(() => listener.close())
  const address = listener.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const ask = (url: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const get = url.startsWith('https') ? httpsGet : httpGet
      get(url, { ca: certificate.cert, agent: false }, resolve).on('error', reject)
    })
  return { port, ask, certificate }
}

test('one port speaks HTTPS, and HTTP with this machine alone', async () => {
  const { port, ask } = await aDoor()
  assert.equal(await text(await ask(`https://localhost:${port}/a`)), '/a secure')
  assert.equal(await text(await ask(`http://127.0.0.1:${port}/b`)), '/b plain')
  for (const address of networkAddresses()) {
    assert.equal(await text(await ask(`https://${address}:${port}/c`)), '/c secure')
    const { statusCode, headers } = await ask(`http://${address}:${port}/gate?x=1`)
    assert.deepEqual([statusCode, headers.location], [308, `https://${address}:${port}/gate?x=1`])
  }
})

test('plain HTTP never redirects to another host', async () => {
  const certificate = makeCertificate(['tickets.example'], now)
  const listener = httpsListener(createServer(), certificate, 'https://festival.example').listen(0)
  await once(listener, 'listening')
  after(() => listener.close())
  const address = listener.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const ask = (hostname: string, host: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const request = { hostname, port, path: '/a?b', headers: { host }, agent: false }
      httpGet(request, resolve).on('error', reject)
    })
  for (const own of networkAddresses()) {
    for (const host of ['festival.example', 'Tickets.example:3000', 'localhost:1', `${own}:3000`]) {
      const { statusCode, headers } = await ask(own, host)
      assert.deepEqual([statusCode, headers.location], [308, `https://${host}/a?b`])
    }
    const foreign = ['elsewhere.example', 'festival.example@elsewhere.example', '192.0.2.9', 'a/b']
    for (const host of foreign) {
      const answer = await ask(own, host)
      assert.deepEqual([answer.statusCode, answer.headers.location], [400, undefined], host)
      assert.match(await text(answer), /^\{"error":"This address speaks HTTPS: /)
    }
  }
})

test('a large request and many at once arrive whole', async () => {
  const { port, ask } = await aDoor()
  const paths = Array.from({ length: 50 }, (_, index) => `/${index}/${'x'.repeat(8_000)}`)
  const answers = await Promise.all(
    paths.map(async (path, index) =>
      text(await ask(`${index % 2 ? 'https' : 'http'}://127.0.0.1:${port}${path}`)),
    ),
  )
  const kinds = ['plain', 'secure']
  assert.deepEqual(
    answers,
    paths.map((path, index) => `${path} ${kinds[index % 2]}`),
  )
})

test('a broken connection or invalid data affects no other caller', async () => {
  const { port, ask, certificate } = await aDoor()
  const nonsense = connect(port, '127.0.0.1')
  nonsense.end(Buffer.from([0x16, 3, 1, 0, 1, 0]))
  await once(nonsense, 'close')
  const early = connect(port, '127.0.0.1')
  await once(early, 'connect')
  early.destroy()
  const untrusting = connectTls({ port, host: '127.0.0.1' })
  await assert.rejects(once(untrusting, 'secureConnect'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  assert.ok(certificate.key)
  assert.equal(await text(await ask(`https://localhost:${port}/still`)), '/still secure')
})

test('an invalid certificate, or one with another key, is refused at once', () => {
  const [one, other] = [makeCertificate(['a'], now), makeCertificate(['b'], now)]
  const service = createServer()
  assert.throws(
    () => httpsListener(service, { cert: one.cert, key: other.key }),
    /key values mismatch/,
  )
  assert.throws(() => httpsListener(service, { cert: 'x', key: one.key }), /PEM/)
})
