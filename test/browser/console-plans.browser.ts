import assert from 'node:assert/strict'
import { test } from 'node:test'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const admin = await site.aPersonWith({ permissions: ['create_subscriptions'] })
const clerk = await site.aPersonWith({ permissions: ['manage_users'] })

async function plans() {
  const { body } = await site.get('/subscriptions', { as: admin })
  return body as { name: string; price: number; duration: number; duration_type: string }[]
}

test('a plan is created with the keyboard, changed, and no longer sold', async () => {
  const { page, done } = await site.open('/console/plans', { as: admin })
  await page.getByRole('button', { name: 'New plan' }).first().press('Enter')
  await page.getByLabel('Name').fill('Friend of the harbour')
  await page.getByLabel('Description').fill('<script>alert(1)</script>')
  await page.getByLabel('Price, EUR').fill('49.5')
  await page.getByLabel('Price, EUR').press('Enter')
  const row = page.getByRole('row', { name: /Friend of the harbour/ })
  await row.waitFor()
  assert.match(await row.innerText(), /<script>alert\(1\)<\/script>/)
  assert.match(await row.innerText(), /1 year.*€49\.50/s)
  assert.deepEqual(
    (await plans()).map(({ name, price, duration, duration_type }) => [
      name,
      price,
      duration,
      duration_type,
    ]),
    [['Friend of the harbour', 49.5, 1, 'year']],
  )

  await page.getByRole('button', { name: 'Friend of the harbour' }).click()
  await page.getByText('months', { exact: true }).click()
  await page.getByLabel('Duration').fill('6')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /6 months/ }).waitFor()

  await page.getByRole('button', { name: 'Friend of the harbour' }).click()
  await page.getByRole('button', { name: 'Stop selling' }).click()
  const asked = page.getByRole('dialog', { name: /Stop selling Friend/ })
  await asked.getByText(/Members keep it/).waitFor()
  await asked.getByRole('button', { name: 'Stop selling' }).click()
  await page.getByRole('heading', { name: 'No plans yet' }).waitFor()
  assert.deepEqual(await plans(), [])
  await done()
})

test('a refused price is shown in the form, which stays', async () => {
  const { page, done } = await site.open('/console/plans/new', { as: admin })
  await page.getByLabel('Name').fill('Gold')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('Enter a price; 0 is free').waitFor()
  for (const [price, fault] of [
    ['a lot', 'Enter a price such as 89.50'],
    ['99999999999', 'At most 1000000'],
  ] as const) {
    await page.getByLabel('Price, EUR').fill(price)
    await page.getByRole('button', { name: 'Create plan' }).click()
    await page.getByText(fault).waitFor()
  }
  await done()
})

test('a user who may not sell plans cannot see them', async () => {
  const { page, done } = await site.open('/console/plans', { as: clerk })
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Plans' }).count(), 0)
  await done()
})

for (const { width, dark, where } of looks) {
  test(`plans are accessible ${where}`, async () => {
    const plan = { name: `Plan ${dark} ${width}`, price: 12, duration: 1, duration_type: 'month' }
    const scoped = await site.aClient(['manage_subscriptions'])
    await site.post('/subscriptions', plan, { as: admin, client: scoped.token })
    const { page, done } = await site.open('/console/plans', { as: admin, dark, width })
    await page.getByRole('button', { name: plan.name }).waitFor()
    await assertAccessible(page, 'list')
    await page.getByRole('button', { name: plan.name }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await assertAccessible(page, 'drawer')
    await done()
  })
}
