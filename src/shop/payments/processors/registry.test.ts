/** The registry of processors: what each of them has to say, and which one takes the money of an order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkoutForms } from '#common/pages/checkout-forms'
import { readConfig } from '#platform/config/read'
import { aProcessor } from '../../../../test/processor.ts'
import { aWorld } from '../../../../test/world.ts'
import type { Definition, OnlineProcessor } from './processor.ts'
import { definitions, openProcessors, processorsOf, reportedMethods } from './registry.ts'
import { till } from './till/index.ts'

const { db } = await aWorld()
const open = (env: Record<string, string> = {}) =>
  openProcessors({
    config: readConfig(env),
    db,
    now: () => new Date(),
    secretKey: 'a secret of sixteen and more',
    otherKey: undefined,
    deliver: undefined,
  })
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789',
  STRIPE_PUBLIC_KEY: 'pk_test_0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
}

/** The settings with which each processor is set up. A new one adds its own. */
const settings: Record<(typeof definitions)[number]['name'], Record<string, string>> = {
  stripe,
  simulated: {},
  transfer: { BANK_HOLDER: 'Harbour Nights', BANK_IBAN: 'DE89370400440532013000' },
  till: {},
}

for (const definition of definitions as readonly Definition[]) {
  const { name, methods, form } = definition

  test(`${name}: opened with its settings it is what its definition says`, () => {
    const opened = open(settings[name as keyof typeof settings]).all.find(
      (one) => one.name === name,
    )
    assert.ok(opened, `${name} is not opened`)
    assert.deepEqual(opened.methods, methods)
    for (const call of ['charge', 'find', 'cancelCharge', 'refund', 'refundsOf'] as const)
      assert.equal(typeof opened[call], 'function', call)
  })

  test(`${name}: its methods are held for a while, and those that buyers pay online are in reports`, () => {
    assert.notEqual(Object.keys(methods).length, 0)
    for (const [method, { holdSeconds = 1, report }] of Object.entries(methods)) {
      assert.ok(holdSeconds > 0, method)
      if (form) assert.ok(report && method in reportedMethods, `${method} has no line in reports`)
    }
  })

  test(`${name}: its webhooks and its form are its own`, () => {
    if (!form) return
    const processors = open(settings[name as keyof typeof settings])
    const opened = processors.all.find((one) => one.name === name) as OnlineProcessor
    const { signatureHeader = '' } = opened
    assert.match(signatureHeader, /^[a-z-]+$/)
    assert.ok(checkoutForms.includes(form))
    assert.equal(processors.senderOf({ [signatureHeader]: 't' }), opened)
  })
}

test('names are unique', () => {
  const names = definitions.map(({ name }) => name)
  assert.deepEqual([...new Set(names)], names)
})

test('nothing is simulated where cards are charged', () => {
  const namesOf = (env?: Record<string, string>) => open(env).all.map(({ name }) => name)
  assert.deepEqual(namesOf(stripe), ['stripe', 'till'])
  assert.deepEqual(namesOf(), ['simulated', 'till'])
})

test('of two processors for cards, each order has the one that charges it, and the first takes new ones', () => {
  const [first, second] = [aProcessor().processor, { ...aProcessor().processor, name: 'second' }]
  const webhooks = { ...second, signatureHeader: 'second-signature' }
  const processors = processorsOf([first, webhooks, till.open()])
  assert.equal(processors.card, first)
  assert.equal(processors.of({ means: null }), first)
  assert.equal(processors.of({ processor: 'second' }), webhooks)
  assert.equal(processors.of({ processor: 'gone' }), first)
  assert.equal(processors.of({ means: 'cash', processor: null }).name, 'till')
  assert.equal(processors.senderOf({ 'second-signature': 't=1' }), webhooks)
  assert.equal(processors.senderOf({}), first)
})

test('each method has its own hold, and one without a processor is named', () => {
  const transfer = {
    ...till.open(),
    name: 'bank',
    methods: { transfer: { holdSeconds: 604_800 } },
  }
  const processors = processorsOf([aProcessor().processor, transfer])
  assert.equal(processors.of({ means: 'transfer' }), transfer)
  assert.equal(processors.holdSecondsOf({ means: 'transfer' }), 604_800)
  assert.equal(processors.holdSecondsOf({}), undefined)
  assert.throws(
    () => processors.of({ means: 'cheque' }),
    /^Error: No processor takes the method cheque$/,
  )
  assert.throws(() => processorsOf([transfer]), /^Error: No processor takes the method card$/)
})
