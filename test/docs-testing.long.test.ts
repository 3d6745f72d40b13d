/** `docs/testing.md`: its examples run, and its table says what each payment method does. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, suite, test } from 'node:test'
import { faultLimits } from '#platform/config/payments'
import { simulatedProcessor } from '../src/shop/payments/processors/simulated/simulated.ts'
import { testMethods } from '../src/shop/payments/processors/simulated/test-methods.ts'
import { aTier } from './buying.ts'
import { blocksOf, runShell } from './examples.ts'
import { aFirstStart, aFreePort, secret } from './guide-service.ts'
import { paidBy } from './processor.ts'
import { until } from './until.ts'
import { aWorld } from './world.ts'

const guide = readFileSync(new URL('../docs/testing.md', import.meta.url), 'utf8')

/** A service as its first start leaves it, and a shell in its folder. */
async function aService(env: Record<string, string> = {}) {
  const service = await aFirstStart({ env })
  const [setUp = ''] = blocksOf(guide, 'Set up', 'sh')
  const run = (...code: string[]) =>
    runShell(
      [setUp, ...code].join('\n').replaceAll('https://festival.example', service.url),
      service.folder,
    )
  return { ...service, run }
}

const service = await aService()

const sections = [
  'Payment methods',
  '3-D Secure',
  'Points',
  'Refunds',
  'Time',
  'Mail',
  'Handing on',
]
// Requirement (rules): `/docs/testing`: its examples print what it says
test('the examples print what the guide says', async () => {
  const examples = sections.flatMap((title) => blocksOf(guide, title, 'sh'))
  assert.equal(examples.length, sections.length)
  await service.run(...examples)
})

test('a webhook on this machine is refused by name of the setting, and arrives with it', async () => {
  const [refused = '', create = ''] = blocksOf(guide, 'Webhooks on this machine', 'sh')
  await service.run(refused)
  const [receiver = ''] = blocksOf(guide, 'Webhooks on this machine', 'js')
  const open = await aService({ WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' })
  const port = await aFreePort()
  const file = join(open.folder, 'receiver.mjs')
  await writeFile(file, receiver.replace('4000', port))
  await open.run(
    `node ${file} > received & trap "kill $!" EXIT`,
    create.replace('4000', port),
    'for try in $(seq 100); do grep -q webhook.test received && break; sleep 0.1; done',
    'grep -o "^[a-z.]*" received',
    '# → webhook.test',
  )
})

/** Each method of the table, with its status, and what becomes of it. */
const methods = blockOf('| Method |').flatMap(([names = '', , answer = '']) => {
  const [, status, first = '', later] = /^(\d+) `(\w+)`(?:, later `(\w+)`)?$/.exec(answer) ?? []
  return wordsIn(names).map((name) => ({ name, status: Number(status), first, later }))
})

/** The rows of the table with this head, cell by cell. */
function blockOf(head: string): string[][] {
  const [, table = ''] = guide.slice(guide.indexOf(head)).match(/^.*\n.*\n((?:\|.*\n)+)/) ?? []
  return table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

function wordsIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word)
}

test('the table has every method that does something of its own', () => {
  const named = methods.map(({ name }) => name)
  assert.deepEqual(named.toSorted(), ['pm_card_visa', ...testMethods].toSorted())
})

suite('a payment with', () => {
  const tier: { id: string } = { id: '' }
  before(async () => {
    tier.id = (await aTier(service)).id
  })
  for (const { name, status, first, later } of methods) {
    test(`${name}: ${status} ${first} ${later ?? ''}`, async () => {
      const as = await service.aUser()
      const order = { payment_type: 'ticket', entity_id: tier.id, processorPaymentMethodId: name }
      const { status: answered, body } = await service.post('/payments', order, { as })
      assert.equal(answered, status)
      assert.equal(status === 402 ? body.decline_code : body.status, first)
      if (status === 402) assert.equal(body.code, 'declined')
      else assert.equal(body.livemode, false)
      if (later === undefined) return
      const now = async () => (await service.get(`/payments/${body.id}`, { as })).body
      await until('the buyer approves', async () => (await now()).status !== 'requires_action')
      const { status: end, failure } = await now()
      assert.equal(end === 'failed' ? failure.decline_code : end, later)
    })
  }
})

suite('the table of faults', () => {
  const rows = blockOf('| Fault |')

  test('names each of them', () => {
    const named = rows.flatMap(([names = '']) => wordsIn(names))
    assert.deepEqual(named.toSorted(), Object.keys(faultLimits).toSorted())
  })

  for (const fault of ['lose_requests', 'late_requests', 'lose_answers']) {
    test(`says what a purchase answers with ${fault}`, async () => {
      const world = await aWorld({
        parts: ({ db, now }) => ({
          ...paidBy(simulatedProcessor({ db, now, secret, faults: { [fault]: 1 } })),
        }),
      })
      const [, , effect = ''] = rows.find(([names = '']) => wordsIn(names).includes(fault)) ?? []
      const order = { payment_type: 'ticket', entity_id: (await aTier(world)).id }
      const { status, body } = await world.post('/payments', order, { as: await world.aUser() })
      assert.ok(effect.includes(`${status} \`${body.status}\``), `${status} ${body.status}`)
    })
  }
})

suite('the table of times', () => {
  const [yesterday, tomorrow] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000))
  const rows = blockOf('| To see |').map(([, how = '']) => how)
  const claims = (words: string, code: string) =>
    assert.ok(
      rows.some((how) => how.includes(words) && how.includes(code)),
      `${words} ${code}`,
    )

  for (const [column, time] of [
    ['start_time', tomorrow],
    ['end_time', yesterday],
  ] as const) {
    test(`a sale by its ${column}`, async () => {
      const order = {
        payment_type: 'ticket',
        entity_id: (await aTier(service, { [column]: time })).id,
      }
      const { status, body } = await service.post('/payments', order, { as: await service.aUser() })
      claims(`\`${column}\``, `${status} \`${body.code}\``)
      assert.equal(body[column], time?.toISOString())
    })
  }

  for (const [column, time] of [
    ['valid_since', tomorrow],
    ['valid_until', yesterday],
  ] as const) {
    test(`a ticket by its ${column}`, async () => {
      const tier = await aTier(service, { [column]: time })
      const [buyer, as] = [await service.aUser(), await service.aUser({ roles: ['admin'] })]
      const order = { payment_type: 'ticket', entity_id: tier.id }
      const { body: paid } = await service.post('/payments', order, { as: buyer })
      const gate = await service.put(`/payments/${paid.id}/validate`, { nonce: 'gate-1' }, { as })
      claims(`\`${column}\``, `${gate.status} \`${gate.body.code}\``)
    })
  }
})
