import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { diskStore, type PhotoStore, s3Store } from './stores.ts'

const webp = Buffer.from('RIFF\x04\0\0\0WEBP\0\xff', 'latin1')
const other = Buffer.alloc(300_000, 7)
const key = { accessKeyId: 'AKIDFESTIVAL', secretAccessKey: 'a/secret+of=the test' }
const objects = new Map<string, Buffer>()
const seen: string[] = []
let state: 'up' | 'silent' | 'busy' | 'moved' | 'away for one call' = 'up'
let root = ''
let endpoint = ''

const hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (by: string | Buffer, data: string) => createHmac('sha256', by).update(data).digest()

/** The expected signature of this request, by the published algorithm of AWS Signature Version 4. */
function signatureOf(request: IncomingMessage, signed: string, secret: string): string {
  const header = (name: string) => String(request.headers[name] ?? '')
  const time = header('x-amz-date')
  const scope = `${time.slice(0, 8)}/eu-central-1/s3/aws4_request`
  const canonical = [
    request.method,
    request.url,
    '',
    ...signed.split(';').map((name) => `${name}:${header(name).trim()}`),
    '',
    signed,
    header('x-amz-content-sha256'),
  ].join('\n')
  const signingKey = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(signingKey, ['AWS4-HMAC-SHA256', time, scope, hex(canonical)].join('\n')).toString(
    'hex',
  )
}

const claim =
  /^AWS4-HMAC-SHA256 Credential=AKIDFESTIVAL\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

/** The S3 error code of a real store, or undefined when the request is correctly signed. */
function refusal(request: IncomingMessage, body: Buffer): string | undefined {
  const [, signed = '', signature] = claim.exec(request.headers.authorization ?? '') ?? []
  const mustBeSigned = ['host', 'x-amz-content-sha256', 'x-amz-date']
  if (!mustBeSigned.every((name) => signed.split(';').includes(name))) return 'AccessDenied'
  const sentAt = String(request.headers['x-amz-date']).replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    '$1-$2-$3T$4:$5:$6Z',
  )
  if (!(Math.abs(Date.now() - Date.parse(sentAt)) < 60_000)) return 'RequestTimeTooSkewed'
  const right = signatureOf(request, signed, key.secretAccessKey)
  if (signature !== right) return 'SignatureDoesNotMatch'
  const hashed = request.headers['x-amz-content-sha256'] === hex(body)
  return request.method === 'PUT' && !hashed ? 'XAmzContentSHA256Mismatch' : undefined
}

type Answer = [status: number, body?: Buffer | string]
const unwell: Record<string, Answer> = {
  busy: [503, '<Error><Code>SlowDown</Code><AWSAccessKeyId>hush</AWSAccessKeyId></Error>'],
  moved: [301, '<Error><Code>PermanentRedirect</Code></Error>'],
  'away for one call': [500, 'not even XML'],
}

function answer(request: IncomingMessage, body: Buffer): Answer {
  const refused = refusal(request, body)
  if (refused) return [403, `<Error><Code>${refused}</Code><Key>hush</Key></Error>`]
  const path = request.url ?? ''
  if (request.method === 'PUT') {
    objects.set(path, body)
    return [200]
  }
  const object = objects.get(path)
  if (!object) return [404, '<Error><Code>NoSuchKey</Code></Error>']
  if (request.method === 'GET') return [200, object]
  objects.delete(path)
  return [204]
}

const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`)
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (state === 'silent') return
    const [status, body] = unwell[state] ?? answer(request, Buffer.concat(chunks))
    if (state === 'away for one call') state = 'up'
    response.writeHead(status, { location: '/elsewhere' }).end(body)
  })
})

const s3 = (options: Partial<Parameters<typeof s3Store>[0]> = {}) =>
  s3Store({ endpoint, region: 'eu-central-1', bucket: 'photos', ...key, ...options })

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'photo-stores-'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  endpoint = `http://127.0.0.1:${address.port}/`
})
beforeEach(() => {
  state = 'up'
  seen.length = 0
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await rm(root, { recursive: true })
})

const stores: [string, () => PhotoStore][] = [
  ['disk', () => diskStore(join(root, 'data', 'photos'))],
  ['S3', () => s3()],
]

for (const [kind, open] of stores) {
  test(`${kind}: a photo is stored, read, replaced and removed`, async () => {
    const store = open()
    assert.equal(await store.get('a.webp'), undefined)
    await store.put('a.webp', webp)
    await store.put('-_b.webp', other)
    assert.deepEqual(await store.get('a.webp'), webp)
    assert.deepEqual(await store.get('-_b.webp'), other)
    await store.put('a.webp', other)
    assert.deepEqual(await store.get('a.webp'), other)
    await store.remove('a.webp')
    assert.equal(await store.get('a.webp'), undefined)
    await store.remove('a.webp')
    assert.deepEqual(await store.get('-_b.webp'), other)
  })

  for (const name of [
    '',
    '.',
    '..',
    '../a.webp',
    '/etc/passwd',
    'a/b.webp',
    'a\\b',
    '.hidden',
    'a\0',
  ]) {
    test(`${kind}: ${JSON.stringify(name)} is not a valid name`, async () => {
      const store = open()
      const refused = { message: `Not the name of a stored file: ${JSON.stringify(name)}` }
      await assert.rejects(store.put(name, webp), refused)
      await assert.rejects(store.get(name), refused)
      await assert.rejects(store.remove(name), refused)
      assert.deepEqual(seen, [])
    })
  }
}

test('disk: the folder and its files are for this account alone, and no partial file stays', async () => {
  const folder = join(root, 'private')
  const store = diskStore(folder)
  await store.put('a.webp', webp)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal((await stat(join(folder, 'a.webp'))).mode & 0o777, 0o600)
  await mkdir(join(folder, 'taken.webp'))
  await writeFile(join(folder, 'taken.webp', 'inside'), '')
  await assert.rejects(store.put('taken.webp', webp))
  assert.deepEqual((await readdir(folder)).toSorted(), ['a.webp', 'taken.webp'])
})

test('disk: readers see one version or the other, never a part', async () => {
  const store = diskStore(join(root, 'race'))
  const versions = [webp, other]
  await store.put('a.webp', webp)
  const writing = (async () => {
    for (let turn = 0; turn < 40; turn++) await store.put('a.webp', versions[turn % 2] ?? webp)
  })()
  for (let turn = 0; turn < 80; turn++) {
    const read = await store.get('a.webp')
    assert.ok(versions.some((version) => read?.equals(version)))
  }
  await writing
})

test('S3: a bucket in the path of an endpoint, with or without its last slash', async () => {
  await s3().put('c.webp', webp)
  assert.deepEqual(await s3({ endpoint: endpoint.slice(0, -1) }).get('c.webp'), webp)
  assert.deepEqual(seen, ['PUT /photos/c.webp', 'GET /photos/c.webp'])
})

test('S3: a wrong secret is refused, and the error repeats no key', async () => {
  await assert.rejects(s3({ secretAccessKey: 'another' }).put('d.webp', webp), {
    message: 'Photo store: 403 (SignatureDoesNotMatch) to PUT d.webp',
  })
  assert.equal(await s3().get('d.webp'), undefined)
})

test('S3: one failed call is tried again', async () => {
  state = 'away for one call'
  await s3().put('e.webp', webp)
  assert.equal(seen.length, 2)
  assert.deepEqual(await s3().get('e.webp'), webp)
})

test('S3: a store that stays busy is an error that says so', async () => {
  state = 'busy'
  for (const [method, call] of calls(s3())) {
    await assert.rejects(call, { message: `Photo store: 503 (SlowDown) to ${method} f.webp` })
  }
  assert.equal(seen.length, 9)
})

test('S3: a redirect is not followed', async () => {
  state = 'moved'
  await assert.rejects(s3().get('g.webp'), {
    message: 'Photo store: 301 (PermanentRedirect) to GET g.webp',
  })
  assert.deepEqual(seen, ['GET /photos/g.webp'])
})

test('S3: a silent store ends with the time-out', async () => {
  state = 'silent'
  for (const [method, call] of calls(s3({ timeout: 100 }))) {
    await assert.rejects(call, { message: `Photo store: no answer to ${method} f.webp` })
  }
})

test('S3: an unreachable store is an error that says so', async () => {
  await assert.rejects(s3({ endpoint: 'http://127.0.0.1:1' }).get('h.webp'), {
    message: 'Photo store: no answer to GET h.webp',
  })
})

const calls = (store: PhotoStore): [string, () => Promise<unknown>][] => [
  ['PUT', () => store.put('f.webp', webp)],
  ['GET', () => store.get('f.webp')],
  ['DELETE', () => store.remove('f.webp')],
]
