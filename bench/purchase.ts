/**
 * `npm run bench:purchase`: how many purchases a second 128 buyers make over sockets, on one tier and on
 * a hundred, beside the same purchases made one by one, in the same run. `--profile FOLDER` leaves a
 * profile of the service there, and makes none one by one.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Shop } from './purchase-service.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, profile: { type: 'string' } },
})
const rounds = 5
const agent = new Agent({ keepAlive: true })
const service = fork(new URL('purchase-service.ts', import.meta.url), {
  execArgv: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [],
})
const [shop] = (await once(service, 'message')) as [Shop]

/** Buys once; gives the milliseconds it took. */
function buy(path: string, buyer: number, entity_id: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { ...shop.buyers[buyer], 'content-type': 'application/json' }
    const asked = request(`${shop.url}${path}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => {
        if (answer.statusCode === 201) resolve(performance.now() - began)
        else reject(new Error(`${path} answered ${answer.statusCode}`))
      })
    })
    asked.on('error', reject)
    asked.end(JSON.stringify({ payment_type: 'ticket', entity_id }))
  })
}

type Sold = { perSecond: number; times: number[] }

/** All buyers at once, each one purchase after the other. */
async function sell(path: string, tiers: string[]): Promise<Sold> {
  const began = performance.now()
  const end = began + Number(values.seconds) * 1000
  const times: number[] = []
  const shopping = shop.buyers.map(async (_, buyer) => {
    for (let n = buyer; performance.now() < end; n++)
      times.push(await buy(path, buyer, tiers[n % tiers.length] ?? ''))
  })
  await Promise.all(shopping)
  return { perSecond: (1000 * times.length) / (performance.now() - began), times }
}

const at = (numbers: number[], part: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? 0

async function compare(name: string, tiers: string[]): Promise<string> {
  const [shared, alone]: [Sold[], Sold[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    if (!values.profile) alone.push(await sell('/one-by-one', tiers))
    shared.push(await sell('/payments', tiers))
  }
  const ratios = shared.map(({ perSecond }, round) => perSecond / (alone[round]?.perSecond ?? 0))
  const times = shared.flatMap((sold) => sold.times)
  const perSecond = (sold: Sold[]) =>
    at(
      sold.map((one) => one.perSecond),
      0.5,
    ).toFixed(0)
  return `| ${name} | ${at(ratios, 0.5).toFixed(2)} | ${perSecond(shared)} | ${perSecond(alone)} | ${at(times, 0.5).toFixed(0)} | ${at(times, 0.99).toFixed(0)} |`
}

try {
  const table = [
    `# Purchases by ${shop.buyers.length} buyers at once`,
    '',
    `Node ${process.version}, PostgreSQL 18, ${availableParallelism()} cores for service, database and buyers. \`npm run bench:purchase\`, median of ${rounds} rounds of ${values.seconds} s, the two kinds in turn; commits wait for the disk. Only the ratio is not of this machine.`,
    '',
    '| On | Times as many as one by one | Purchases/s | One by one/s | ms, median | ms, 99th percentile |',
    '|---|---|---|---|---|---|',
    await compare('1 tier', shop.tiers.slice(0, 1)),
    await compare('100 tiers', shop.tiers),
  ]
  const text = `${table.join('\n')}\n`
  if (!values.profile) await writeFile(new URL('results/purchase.md', import.meta.url), text)
  process.stdout.write(text)
} finally {
  service.disconnect()
  agent.destroy()
}
