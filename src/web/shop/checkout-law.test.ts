/** The statements of the checkout about VAT and the right of withdrawal, in each language, and a shop that may not sell. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReaderLanguage } from '#platform/values/reader-languages'
import { builtPages } from '../../../test/built-pages.ts'
import { aPlaceToSleep, aTier } from '../../../test/buying.ts'
import { aFestival } from '../../../test/catalogue.ts'
import { aProcessor, paidBy } from '../../../test/processor.ts'
import { aWorld } from '../../../test/world.ts'

const parts = { pagesFolder: await builtPages('<!-- head --><!-- body -->') }
const world = await aWorld({ parts })
const { id: festival_id } = await aFestival(world)

const at = (rate: number) => JSON.stringify({ rate, exemption: null })
const dated = { valid_until: new Date('2099-07-04T00:00:00.000Z') }
const reason = 'Exempt under section 4 no. 20 UStG'
const exempt = JSON.stringify({ rate: null, exemption: reason })
const tier = (name: string, given: object) => aTier(world, { festival_id, name, ...given })
const offers = {
  weekend: await tier('Weekend', { ...dated, vat: at(19) }),
  day: await tier('Day', { ...dated, vat: at(19) }),
  talk: await tier('Talk', { ...dated, vat: exempt }),
  child: await tier('Child', { ...dated, price_cents: 0 }),
  shirt: await tier('T-shirt', { vat: at(7) }),
  badge: await tier('Badge', {}),
  tent: await aPlaceToSleep(world, { festival_id, name: 'Bell tent', vat: at(7) }),
}
type Name = keyof typeof offers

/** Returns the text of the checkout of these offers, without markup. */
async function checkout(names: Name[], language = 'en'): Promise<string> {
  const items = names.map(
    (name) => `${name === 'tent' ? 'accommodation.' : ''}${offers[name].id}:1`,
  )
  const headers = { accept: 'text/html', 'accept-language': language }
  const url = `/checkout?festival=${festival_id}&items=${items.join(',')}`
  const { statusCode, body } = await world.app.inject({ url, headers })
  assert.equal(statusCode, 200, body.slice(0, 300))
  return body.replaceAll(/<[^>]+>/g, '|').replaceAll('\u00a0', ' ')
}

for (const [names, said, unsaid] of [
  [['weekend', 'day'], /\|VAT 19 % included\. All fees included\|/, /exempt/i],
  [['weekend', 'child'], /\|VAT 19 % included\. All fees included\|/, /exempt/i],
  [['talk'], /\|Exempt under section 4 no\. 20 UStG\. All fees included\|/, /VAT \d/],
  [['badge'], /\|All fees included\|/, /VAT \d|withdrawal/],
  [['child'], /\|All fees included\|/, /VAT \d/],
  [
    ['weekend', 'shirt'],
    /\|Weekend: VAT 19 % included\. T-shirt: VAT 7 % included\. All fees included\|/,
    /set date or period: [^.]*T-shirt/,
  ],
  [
    ['weekend', 'talk', 'badge'],
    /\|Weekend: VAT 19 % included\. Talk: Exempt under section 4 no\. 20 UStG\. All fees included\|/,
    /Badge: /,
  ],
  [['shirt'], /VAT 7 % included/, /withdrawal/],
  [['weekend', 'shirt', 'tent'], /set date or period: Weekend, Bell tent\. /, /undefined/],
] as const satisfies [Name[], RegExp, RegExp][]) {
  test(`the checkout of ${names.join(', ')} says ${said.source.slice(0, 60)}`, async () => {
    const text = await checkout([...names])
    assert.match(text, said)
    assert.doesNotMatch(text, unsaid)
  })
}

// Requirement (rules): contract §9 VAT and the right of withdrawal at the checkout
test('each language says what has no right of withdrawal, and none says it of a T-shirt', async () => {
  const said: Record<ReaderLanguage, [vat: string, law: string]> = {
    en: [
      'Weekend: VAT 19 % included',
      'no right of withdrawal for what is for a set date or period: Weekend.',
    ],
    de: ['Weekend: inkl. 19 % MwSt.', 'festen Termin oder Zeitraum: Weekend.'],
    fr: ['Weekend : TVA 19 % incluse', 'période déterminée : Weekend.'],
    es: ['Weekend: IVA del 19 % incluido', 'período determinados: Weekend.'],
    it: ['Weekend: IVA 19 % inclusa', 'periodo determinati: Weekend.'],
  }
  for (const [language, [vat, law]] of Object.entries(said)) {
    const text = await checkout(['weekend', 'shirt'], language)
    assert.ok(text.includes(vat), `${language}: ${vat}`)
    assert.ok(text.includes(law), `${language}: ${law}`)
  }
})

// Requirement (rules): contract §9 `shop_lacks`
test('a live shop says which settings it lacks, and none once they are set', async () => {
  const { processor } = aProcessor()
  const live = { ...processor, livemode: true }
  const env = { IMPRINT_URL: 'https://operator.example/imprint' }
  const lacking = await aWorld({ env, parts: { ...parts, ...paidBy(live) } })
  const lacksOf = async ({ get }: Pick<typeof world, 'get'>) =>
    (await get('/payments/config', { client: null })).body.shop_lacks
  assert.deepEqual(await lacksOf(lacking), ['PRIVACY_URL'])
  assert.deepEqual(await lacksOf(world), [])
  const whole = { ...env, PRIVACY_URL: 'https://operator.example/privacy' }
  const selling = await aWorld({ env: whole, parts: { ...parts, ...paidBy(live) } })
  assert.deepEqual(await lacksOf(selling), [])
})
