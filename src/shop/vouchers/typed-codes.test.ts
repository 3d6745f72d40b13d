/** Codes of vouchers as people type them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aGivingFestival, orderTickets } from '../../../test/vouchers.ts'
import { aWorld } from '../../../test/world.ts'

const world = await aWorld()

/** A festival with a check of codes by a user of its own, who has made no wrong guesses. */
async function aTyped() {
  const { voucher, tier, url } = await aGivingFestival(world)
  const weekend = await tier({ price_cents: 1_000 })
  const user = await world.aUser()
  const check = async (code: string) => {
    const answer = await world.get(`${url}/check?code=${encodeURIComponent(code)}`, { as: user })
    return answer.status === 200 ? answer.body.items[0].reduced_price : answer.body.code
  }
  return { voucher, check, weekend, user }
}

// Requirement (rules): contract §7.14: how codes are read
test('dashes, blanks, width and case of a code do not matter', async () => {
  const { voucher, check } = await aTyped()
  await voucher({ code: 'FRIENDS-2027', percent: 50 })
  for (const typed of [
    'friends–2027',
    'FRIENDS − 2027',
    'ＦＲＩＥＮＤＳ－２０２７',
    'Friends\u00a02027',
  ])
    assert.equal(await check(typed), 5, typed)
})

test('letters and digits that look alike are tried when no code is exactly that', async () => {
  const { voucher, check, weekend, user } = await aTyped()
  await voucher({ code: 'HELLO-100', percent: 50, max_uses: 5 })
  for (const typed of ['HELLO-lOO', 'he11o-100', 'HEIIO–IO0'])
    assert.equal(await check(typed), 5, typed)
  const bought = await orderTickets(world, user, { id: weekend.id, voucher: 'hellO-loo' })
  assert.equal(bought.body.amount, 5, bought.text)
  // The exact code goes first.
  await voucher({ code: 'HELL0-100', percent: 90 })
  assert.deepEqual([await check('HELLO-100'), await check('hell0 100')], [5, 1])
  // One that could be both is neither.
  assert.equal(await check('HEL1O-10O'), 'voucher_unknown')
})

test('letters of Cyrillic and Greek that look like Latin ones are tried when no code is exactly that', async () => {
  const { voucher, check } = await aTyped()
  await voucher({ code: 'ABC-100', percent: 50 })
  await voucher({ code: 'TAXI', percent: 90 })
  // The first letters of the first code are Cyrillic, those of the second Greek.
  for (const typed of ['АВС-100', 'ΑΒC-1ΟΟ', 'авс–1oo']) assert.equal(await check(typed), 5, typed)
  assert.equal(await check('ТАХІ'), 1)
})

test('a text that looks like two codes counts as one wrong guess', async () => {
  const { voucher, check } = await aTyped()
  await voucher({ code: 'BOOT', percent: 50 })
  await voucher({ code: 'B0OT', percent: 50 })
  for (let guess = 0; guess < 10; guess++) assert.equal(await check('BO0T'), 'voucher_unknown')
  assert.equal(await check('BO0T'), 'too_many_requests')
  assert.equal(await check('BOOT'), 'too_many_requests')
})

test('a code of another festival is not taken for one of this', async () => {
  const [here, there] = [await aTyped(), await aTyped()]
  await there.voucher({ code: 'MOON-10', percent: 50 })
  assert.equal(await here.check('MOON-10'), 'voucher_other_festival')
  assert.equal(await here.check('M00N-1O'), 'voucher_unknown')
})
