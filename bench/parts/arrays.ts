/** All artists as one array: how an answer of 100 MB affects the memory of the service and its event loop. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { run as query } from '../databases.ts'
import { median } from '../load.ts'
import { atMost, type Row } from '../row.ts'
import { type Part, scaled } from '../run.ts'
import { type Service, startService, tokensFor } from '../service.ts'

const often = 10

/** A slow reader pauses three times. */
type Reader = { headers: string; pauseMs?: number }
type Read = { bytes: number; seconds: number; growth: number; blocked: number; cpu: number }

export const arrays: Part = async (run) => {
  const { databases, say } = run
  const many = scaled(run, { full: 500_000, quick: 50_000, check: 5_000 })
  const database = await databases.empty()
  say(`filling in ${many} artists`)
  await fill(database, many)
  const service = await startService(run, { database })
  const { headers } = await tokensFor(database, [])
  const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const plain = { headers: given.join('') }
  const measureAll = async (readers: Reader[], times: number) => {
    const reads: Read[] = []
    for (let round = 0; round < times; round++) reads.push(await measure(service, readers))
    return reads
  }
  await measure(service, [plain])
  say('reading them')
  const one = await measureAll([plain], run.rounds)
  say('reading them, compressed')
  const packed = { ...plain, headers: `${plain.headers}accept-encoding: gzip\r\n` }
  const small = await measureAll([packed], Math.min(3, run.rounds))
  say('ten readers at once, three of them slow')
  const pauseMs = scaled(run, { full: 2_000, quick: 2_000, check: 50 })
  const ten = await measureAll(
    Array.from({ length: 10 }, (_, nth) => ({ ...plain, ...(nth < 3 && { pauseMs }) })),
    1,
  )
  const name = `${many.toLocaleString('en')} artists as one array`
  return [
    row(name, one),
    row(`${name}, asked for with gzip`, small),
    row(`${name}, ten readers at once`, ten),
  ]
}

function row(work: string, reads: Read[]): Row {
  const of = (name: keyof Read) => median(reads.map((read) => read[name]))
  const detail = `${of('bytes').toFixed(1)} MB in ${of('seconds').toFixed(1)} s, ${of('cpu').toFixed(1)} s of CPU, the loop at most blocked ${of('blocked').toFixed(0)} ms`
  const figure = Math.max(...reads.map((read) => read.growth))
  return atMost(`${work}: memory grows by`, { figure, target: 50, unit: ' MB' }, detail)
}

async function fill(database: string, many: number) {
  await query(
    database,
    `insert into genres (id, name, key, search_name)
     select gen_random_uuid(), g, g, g from (select 'style ' || n as g from generate_series(1, 100) n) x`,
  )
  await query(
    database,
    `insert into artists (id, name, search_name, bio)
     select gen_random_uuid(), 'Artist ' || n, 'artist ' || n, repeat('They play. ', 5)
     from generate_series(1, $1::int) n`,
    [many],
  )
  await query(
    database,
    `insert into artist_genres
     select a.id, g.id from (select id, row_number() over () as n from artists) a
     join (select id, row_number() over () as n from genres) g on g.n = 1 + a.n % 100`,
  )
  await query(database, 'vacuum analyze')
}

/** The highest memory during the read, above that of the idle service. */
async function measure(service: Service, readers: Reader[]): Promise<Read> {
  const before = await service.usage('collect')
  const began = performance.now()
  let [highest, blocked] = [0, 0]
  const over = new AbortController()
  const reading = Promise.all(readers.map((reader) => read(service.url, reader)))
  const watching = async () => {
    while (!over.signal.aborted) {
      const { rss, delay } = await service.usage()
      highest = Math.max(highest, rss)
      blocked = Math.max(blocked, delay.longest)
      await wait(1_000 / often)
    }
  }
  const watched = watching()
  const sizes = await reading
  over.abort()
  await watched
  const seconds = (performance.now() - began) / 1000
  const { cpu } = await service.usage()
  return {
    bytes: median(sizes) / 1e6,
    seconds,
    growth: (highest - before.rss) / 1e6,
    blocked,
    cpu: (cpu - before.cpu) / 1e6,
  }
}

async function read(url: string, { headers, pauseMs = 0 }: Reader): Promise<number> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET /artists HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n${headers}\r\n`)
  let [bytes, tail]: [number, Buffer] = [0, Buffer.alloc(0)]
  socket.on('data', (chunk: Buffer) => {
    if (bytes === 0 && !chunk.subarray(9, 12).equals(Buffer.from('200')))
      socket.destroy(new Error(`The artists were answered ${chunk}`))
    bytes += chunk.length
    tail = chunk.length < 5 ? Buffer.concat([tail, chunk]).subarray(-5) : chunk.subarray(-5)
  })
  const closed = once(socket, 'close')
  for (let pause = pauseMs > 0 ? 3 : 0; pause > 0; pause--) {
    await wait(300)
    socket.pause()
    await wait(pauseMs)
    socket.resume()
  }
  await closed
  if (!tail.equals(Buffer.from('0\r\n\r\n'))) throw new Error('The array was cut off')
  return bytes
}
