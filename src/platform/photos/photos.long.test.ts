import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { photoFromFile, photoName, removePhoto, storePhoto } from './photos.ts'
import { diskStore, type PhotoStore } from './stores.ts'

const accepted =
  'photo must be a PNG, JPEG, WebP, GIF or AVIF picture (base64 or data: URI) or an http(s) URL'
const damaged = 'photo is damaged: the picture in it cannot be read to its end'

let root = ''
let store: PhotoStore = diskStore('')
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'photos-'))
  store = diskStore(root)
})
after(() => rm(root, { recursive: true }))

/** A picture with two different halves: left red, right blue. */
function canvas(width = 60, height = 40): Sharp {
  const half = { width: width / 2, height, channels: 3 as const, background: 'blue' }
  return sharp({ create: { ...half, width, background: 'red' } }).composite([
    { input: { create: half }, gravity: 'east' },
  ])
}

function noise(width: number, height: number): Sharp {
  const grain = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise: grain } })
}

async function stored(written: string): Promise<Buffer> {
  const path = await storePhoto(store, written)
  assert.match(path, /^\/photos\/[\w-]{24}\.webp$/)
  assert.match(basename(path), photoName)
  const webp = await store.get(basename(path))
  assert.ok(webp)
  return webp
}

async function colourAt(picture: Buffer, left: number, top: number): Promise<string> {
  const spot = { left, top, width: 1, height: 1 }
  const [red = 0, , blue = 0] = await sharp(picture).extract(spot).removeAlpha().raw().toBuffer()
  return Math.abs(red - blue) < 80 ? 'neither' : red > blue ? 'red' : 'blue'
}

const formats: [string, (picture: Sharp) => Sharp][] = [
  ['PNG', (picture) => picture.png()],
  ['PNG with a palette', (picture) => picture.png({ palette: true })],
  ['interlaced PNG', (picture) => picture.png({ progressive: true })],
  ['JPEG', (picture) => picture.jpeg()],
  ['progressive JPEG', (picture) => picture.jpeg({ progressive: true })],
  ['CMYK JPEG', (picture) => picture.toColourspace('cmyk').jpeg()],
  ['WebP', (picture) => picture.webp()],
  ['lossless WebP', (picture) => picture.webp({ lossless: true })],
  ['GIF', (picture) => picture.gif()],
  ['AVIF', (picture) => picture.avif()],
]
for (const [format, written] of formats) {
  test(`${format} becomes a WebP of the same picture`, async () => {
    const webp = await stored(photoFromFile(await written(canvas()).toBuffer()))
    const { format: now, width, height } = await sharp(webp).metadata()
    assert.deepEqual({ now, width, height }, { now: 'webp', width: 60, height: 40 })
    assert.equal(await colourAt(webp, 5, 20), 'red')
    assert.equal(await colourAt(webp, 55, 20), 'blue')
  })

  test(`${format}, cut short, is refused`, async () => {
    const whole = await written(noise(90, 90)).toBuffer()
    for (const part of [0.99, 0.9, 0.5, 0.1]) {
      const cut = photoFromFile(whole.subarray(0, whole.length * part - 12))
      await assert.rejects(storePhoto(store, cut), { status: 400, message: damaged }, `${part}`)
    }
  })
}

test('a picture may be sent in every usual form', async () => {
  const png = await canvas().png().toBuffer()
  const base64 = png.toString('base64')
  const lines = base64.replace(/.{76}/g, '$&\r\n')
  for (const written of [
    photoFromFile(png),
    `data:image/png;base64,${base64}`,
    `DATA:Image/GIF;charset=utf-8;Base64,${base64}`,
    `data:text/html;base64,${base64}`,
    `data:;base64,${base64.replace(/=+$/, '')}`,
    `data:image/png;base64,${png.toString('base64url')}`,
    base64,
    base64.replace(/=+$/, ''),
    png.toString('base64url'),
    `${png.toString('base64url')}==`.slice(0, Math.ceil(base64.length / 4) * 4),
    lines,
    `\n\t ${lines.replaceAll('\r\n', ' \t')} \n`,
    `data:image/png;base64,\n${lines}\n`,
  ]) {
    assert.equal(await colourAt(await stored(written), 5, 20), 'red', written.slice(0, 40))
  }
})

test('the same picture twice gets two names', async () => {
  const picture = photoFromFile(await canvas().png().toBuffer())
  const names = await Promise.all(Array.from({ length: 8 }, () => storePhoto(store, picture)))
  assert.equal(new Set(names).size, 8)
})

test('a JPEG is rotated upright and loses its position, its camera and its profile', async () => {
  const jpeg = await canvas()
    .withExif({
      IFD0: { Copyright: 'Zoe Example', Make: 'ACME Camera' },
      IFD3: { GPSLatitude: '48/1 51/1 30/1', GPSLongitude: '2/1 17/1 40/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const camera = await sharp(jpeg).metadata()
  assert.equal(camera.orientation, 6)
  assert.ok(camera.exif?.includes('ACME Camera'))
  const webp = await stored(photoFromFile(jpeg))
  const { width, height, orientation, exif, icc } = await sharp(webp).metadata()
  assert.deepEqual([width, height], [40, 60])
  assert.deepEqual([orientation, exif, icc], [undefined, undefined, undefined])
  // Orientation 6: the left side of the stored image is the top of the picture.
  assert.equal(await colourAt(webp, 20, 5), 'red')
  assert.equal(await colourAt(webp, 20, 55), 'blue')
  for (const trace of ['Exif', 'EXIF', 'ACME', 'Zoe', 'GPS'])
    assert.ok(!webp.includes(trace), trace)
})

test('data after the end of a picture, and in its comments, is removed', async () => {
  const payload = Buffer.concat([
    Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'),
    deflateRawSync('payload'),
    Buffer.from('evil.php<script>alert(1)</script>PK\x05\x06', 'latin1'),
  ])
  for (const make of [canvas().png(), canvas().jpeg(), canvas().gif()]) {
    const webp = await stored(photoFromFile(Buffer.concat([await make.toBuffer(), payload])))
    for (const trace of ['PK\x03\x04', 'PK\x05\x06', 'script', 'evil']) {
      assert.ok(!webp.includes(trace), trace)
    }
    assert.equal(webp.readUInt32LE(4) + 8, webp.length)
  }
  const commented = await canvas()
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">evil</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  assert.ok(commented.includes('evil'))
  assert.ok(!(await stored(photoFromFile(commented))).includes('evil'))
})

for (const [width, height, becomes] of [
  [3000, 1500, [2048, 1024]],
  [1000, 4096, [500, 2048]],
  [2048, 2048, [2048, 2048]],
  [2049, 1, [2048, 1]],
  [1, 1, [1, 1]],
] as const) {
  test(`${width}x${height} becomes ${becomes.join('x')}`, async () => {
    const create = { width, height, channels: 3 as const, background: 'red' }
    const webp = await stored(photoFromFile(await sharp({ create }).png().toBuffer()))
    const size = await sharp(webp).metadata()
    assert.deepEqual([size.width, size.height], becomes)
  })
}

test('transparency stays', async () => {
  const create = { width: 10, height: 10, channels: 4 as const, background: '#ff000000' }
  const webp = await stored(photoFromFile(await sharp({ create }).png().toBuffer()))
  assert.equal((await sharp(webp).metadata()).hasAlpha, true)
})

for (const format of ['gif', 'webp'] as const) {
  test(`the first frame of an animated ${format} is used`, async () => {
    const frames = ['red', 'blue', 'green'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    )
    const joined = sharp(await Promise.all(frames), { join: { animated: true } })
    const moving = await joined.toFormat(format).toBuffer()
    assert.equal((await sharp(moving).metadata()).pages, 3)
    const webp = await stored(photoFromFile(moving))
    const { pages = 1, width, height } = await sharp(webp).metadata()
    assert.deepEqual({ pages, width, height }, { pages: 1, width: 20, height: 20 })
    assert.equal(await colourAt(webp, 10, 10), 'red')
  })
}

const side = { width: 12_000, height: 12_000 }
const bombs: [string, () => Promise<Buffer>][] = [
  [
    'PNG',
    () =>
      sharp({ create: { ...side, channels: 3, background: 'red' }, limitInputPixels: false })
        .png()
        .toBuffer(),
  ],
  [
    'WebP of 36 bytes',
    async () =>
      Buffer.from(
        '524946461c000000574542505650384c0f0000002fdfeeb70b0710fd8ffe0722a2ff0100',
        'hex',
      ),
  ],
]
for (const [what, make] of bombs) {
  // Requirement (rules): Attackers: picture bombs
  test(`144 megapixels in one colour, a ${what}, are refused before they are unpacked`, async () => {
    const bomb = await make()
    const { width, height } = await sharp(bomb).metadata()
    assert.deepEqual({ width, height }, side)
    await assert.rejects(storePhoto(store, photoFromFile(bomb)), {
      status: 400,
      message: 'photo must have at most 25 megapixels',
    })
  })
}

const flat = (width: number) =>
  sharp({ create: { width, height: 5000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
test('25 megapixels are accepted, one column more is not', async () => {
  const { width } = await sharp(await stored(photoFromFile(await flat(5000)))).metadata()
  assert.equal(width, 2048)
  await assert.rejects(storePhoto(store, photoFromFile(await flat(5001))), { status: 400 })
})

test('5 MiB are accepted, one byte more is 413', async () => {
  const png = await noise(1000, 1000).png().toBuffer()
  const full = Buffer.concat([png, Buffer.alloc(5 * 2 ** 20 - png.length, 'x')])
  const { width } = await sharp(await stored(photoFromFile(full))).metadata()
  assert.equal(width, 1000)
  for (const written of [
    photoFromFile(Buffer.concat([full, Buffer.from('x')])),
    Buffer.concat([full, full]).toString('base64url'),
  ]) {
    await assert.rejects(storePhoto(store, written), {
      status: 413,
      message: 'photo must have at most 5 MiB',
    })
  }
})

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const notPictures: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from('x')],
  ['SVG with a script', Buffer.from(svg)],
  ['SVG after a declaration', Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
  ['SVG, packed', Buffer.from('1f8b0800', 'hex')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')],
  ['TIFF', Buffer.from('49492a0008000000', 'hex')],
  ['BMP', Buffer.from('BM6\0\0\0\0\0\0\0')],
  ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['MP4', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomavc1', 'latin1')],
  ['ICO', Buffer.from('000001000100', 'hex')],
  ['JPEG 2000', Buffer.from('0000000c6a5020200d0a870a', 'hex')],
  ['JPEG XL', Buffer.from('ff0a', 'hex')],
  ['WAV', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
  ['ZIP', Buffer.from('PK\x03\x04', 'latin1')],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01', 'latin1')],
  ['a NetPBM picture', Buffer.from('P6\n1 1\n255\n\0\0\0')],
  ['zeros', Buffer.alloc(100_000)],
]
for (const [what, bytes] of notPictures) {
  test(`${what} is not a picture, whatever its type says`, async () => {
    for (const written of [
      photoFromFile(bytes),
      `data:image/png;base64,${bytes.toString('base64')}`,
      bytes.toString('base64'),
    ]) {
      await assert.rejects(storePhoto(store, written), { status: 400, message: accepted })
    }
  })
}

test('the decoders of other formats are disabled', async () => {
  await assert.rejects(sharp(Buffer.from(svg)).png().toBuffer())
})

const starts: [string, string][] = [
  ['a PNG', '\x89PNG\r\n\x1a\n'],
  ['a JPEG', '\xff\xd8\xff\xe0'],
  ['a GIF', 'GIF89a'],
  ['a WebP', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['an AVIF', '\0\0\0\x1cftypavif\0\0\0\0avifmif1'],
]
for (const [what, start] of starts) {
  test(`the first bytes of ${what} and then an SVG are refused`, async () => {
    const bytes = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.from(svg)])
    const refused = { status: 400, message: damaged }
    await assert.rejects(storePhoto(store, photoFromFile(bytes)), refused)
  })
}

for (const url of [
  'https://example.com/a.jpg',
  'http://example.com',
  'HTTPS://EXAMPLE.COM/A.JPG',
  'https://cdn.example.com:8443/a/b/@2x/c.webp?w=200&h=1|2#x',
  'https://bücher.example/フェス.png',
  'https://[2001:db8::1]/a.png',
  'http://127.0.0.1/a.png',
  `https://example.com/${'a'.repeat(2028)}`,
]) {
  test(`a URL stays as it was given: ${url.slice(0, 60)}`, async () => {
    const files = await readdir(root)
    assert.equal(await storePhoto(store, url), url)
    assert.deepEqual(await readdir(root), files)
  })
}

const hostile = [
  ...String.raw`= == ==== , - % a ab a=== ! null undefined true 0 [] {} photo.jpg ./a.png /photos/x.webp
    ../../etc/passwd C:\photo.png \\host\share\a.png //example.com/a.png www.example.com
    javascript:alert(1) JavaScript:alert(1)//https://example.com vbscript:x ftp://example.com/a.png
    file:///etc/passwd FILE://host/a.png blob:https://example.com/1 about:blank mailto:a@example.com
    ws://example.com/a s3://bucket/a.png view-source:https://example.com x.y+z-1:a : ::
    http: http:/ http:// https:/// https://? https://# http:example.com http:/example.com
    https:\\example.com\a.png https://example.com\@evil.example https://256.256.256.256/
    https://user:password@example.com/a.png https://user@example.com https://@example.com
    https://:@example.com https://a:b@c@example.com https://example.com:99999/
    https://example.com:port/ https://[::1 https://[::g]/ https://exa%00mple.com/ https://a^b/
    https://example.com/"onerror="alert(1) https://example.com/<script> https://<b>/ https://"/
    data: data:, data:image/png data:image/png, data:image/png;base64 data:image/png;base64,
    data:image/png;base64,%%% data:image/png;base64,iVBORw0KGgo data:image/svg+xml,<svg/>
    data:text/html,<script> data:text/plain;base64,aGVsbG8 data:image/png;base64;x,iVBORw0KGgo
    data:https://example.com/a.png aGVsbG8gd29ybGQ= aGVsbG8gd29ybGQ aGVs=bG8 aGVsbG8! +-+- iVBORw0KGgo=
    R0lGODlh /9j/ _9j_ <svg> {"url":"https://example.com"}`.split(/\s+/),
  '',
  ' ',
  '\t',
  '\n',
  '   \r\n  ',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\0',
  '\ud800',
  '\u0130',
  '🎪',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  ' https://example.com',
  'https://example.com ',
  'https://exa mple.com',
  'https://example.com/a b.png',
  'https://example.com/\n',
  'https://\0/',
  'https://example.com/a\r\nX-Evil: 1',
  'https://example.com/\0.png',
  'https://example.com/\t',
  'https://example.com/\u0007',
  'https://example.com/\u202egnp.a',
  'https://example.com/\u2028',
  'https://example.com/\ud800',
  `https://example.com/${'a'.repeat(2029)}`,
  'a'.repeat(6_000_000),
]
test(`none of ${hostile.length} hostile strings is a photo`, async () => {
  const files = await readdir(root)
  for (const written of hostile) {
    const shown = JSON.stringify(written.slice(0, 60))
    await assert.rejects(
      storePhoto(store, written),
      (error: Error & { status?: number }) => {
        assert.equal(error.status, 400, `${shown}: ${error.stack}`)
        assert.match(error.message, /^photo (must|is damaged)/, shown)
        return true
      },
      shown,
    )
  }
  assert.deepEqual(await readdir(root), files)
})

for (const [written, message] of [
  ['ftp://example.com/a.png', accepted],
  [
    'https://user:password@example.com/a.png',
    'photo must be an http(s) URL of at most 2,048 characters without credentials, blanks, quotes or control characters',
  ],
  [
    'data:image/png,%89PNG',
    'photo must be base64 when it is a data: URI, as in data:image/png;base64,...',
  ],
  ['not base64', accepted],
] as const) {
  test(`${written} is answered: ${message.slice(0, 50)}...`, async () => {
    await assert.rejects(storePhoto(store, written), { status: 400, message })
  })
}

test("a record's own picture, written back as it was read, is not a new one", async () => {
  const current = await storePhoto(store, photoFromFile(await canvas().png().toBuffer()))
  assert.equal(await storePhoto(store, `https://festival.example${current}`, current), current)
  assert.equal(await storePhoto(store, current, current), current)
  const foreign = `https://festival.example${current}`
  assert.equal(await storePhoto(store, foreign), foreign)
  await assert.rejects(storePhoto(store, current), { status: 400 })
  const fresh = await storePhoto(store, photoFromFile(await canvas().png().toBuffer()), current)
  assert.notEqual(fresh, current)
})

test('a removed picture is deleted, and everything else stays', async () => {
  const picture = photoFromFile(await canvas().png().toBuffer())
  const [one, two] = [await storePhoto(store, picture), await storePhoto(store, picture)]
  const name = basename(two)
  const left = [
    null,
    '',
    'https://example.com/a.png',
    `https://example.com${two}`,
    '/photos/',
    name,
  ]
  left.push('/photos/../a', `/photos/../photos/${name}`, `${two}/`, `/photos/${two}`)
  for (const notOurs of left) await removePhoto(store, notOurs)
  assert.ok(await store.get(basename(one)))
  await removePhoto(store, one)
  await removePhoto(store, one)
  assert.equal(await store.get(basename(one)), undefined)
  assert.ok(await store.get(basename(two)))
})

test('a store that fails is a 503, with the reason only in the log', async () => {
  const picture = photoFromFile(await canvas().png().toBuffer())
  await assert.rejects(storePhoto(diskStore('/dev/null/photos'), picture), (error: Error) => {
    assert.equal(error.message, 'photo could not be stored, try again in a few seconds')
    assert.ok('status' in error && error.status === 503)
    assert.ok(error.cause instanceof Error && 'code' in error.cause)
    assert.equal(error.cause.code, 'ENOTDIR')
    return true
  })
})

test('too many pictures at once are refused for now, the others are stored', async () => {
  const picture = photoFromFile(await noise(600, 600).png().toBuffer())
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, () => storePhoto(store, picture)),
  )
  const refused = answers.filter((answer) => answer.status === 'rejected')
  assert.ok(refused.length >= 40 - 2 - 16 && refused.length < 40)
  for (const { reason } of refused) {
    assert.equal(reason.message, 'Too many pictures at once: retry in a second')
    assert.equal(reason.status, 503)
  }
})
