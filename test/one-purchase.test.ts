/** The statements of a purchase, compared with the table of docs/one-purchase.md. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { newId } from '#platform/values/ids'
import { aTier } from './buying.ts'
import { aWorld } from './world.ts'

const world = await aWorld({ env: { PUBLIC_URL: 'https://festival.example' } })
const { post, aUser, statements } = world

test('the document of a purchase names each statement that is sent, in order', async () => {
  const text = readFileSync('docs/one-purchase.md', 'utf8')
  const documented = [...text.matchAll(/^\| (\d+) \| .* \| `(.*)` \|$/gm)].map(
    ([, , sql = '']) => sql,
  )
  const as = await aUser()
  const { id: entity_id } = await aTier(world, { price_cents: 1_000 })
  const buy = () =>
    post(
      '/payments',
      { payment_type: 'ticket', entity_id },
      { as, headers: { 'idempotency-key': newId() } },
    )
  // The first purchase of a user reaches a badge, whose notification is sent by two more statements.
  await buy()
  statements.length = 0
  assert.equal((await buy()).status, 201)
  const sent = statements.map((sql) => sql.replaceAll(/\s+/g, ' '))
  assert.equal(sent.length, documented.length, sent.join('\n'))
  assert.deepEqual(
    documented.map((part, n) => sent[n]?.includes(part)),
    documented.map(() => true),
  )
})
