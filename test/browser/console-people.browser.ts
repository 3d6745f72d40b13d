import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aName } from '../catalogue.ts'
import { until } from '../until.ts'
import type { Person } from '../world.ts'
import { looks } from './looks.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

/** A user with a unique name, so that they are found by it. */
async function aPerson(word: string, given: { lastName?: string } = {}) {
  const lastName = aName(word)
  const email = `${lastName.replaceAll(' ', '-').toLowerCase()}@people.example`
  const { body } = await site.post('/users', {
    firstName: 'Bo',
    lastName,
    email,
    password: site.password,
    ...given,
  })
  await site.db
    .updateTable('users')
    .set({ email_proven_at: new Date() })
    .where('id', '=', body.id)
    .execute()
  return { id: body.id as string, name: `Bo ${body.lastName}`, lastName, email }
}

async function inPeople(
  rights: { roles?: string[]; permissions?: string[] } = { roles: ['admin'] },
  look: Parameters<typeof site.open>[1] = {},
) {
  const me = await site.aPersonWith(rights)
  const opened = await site.open('about:blank', { ...look, as: me })
  const visit = async (rest: string) => {
    await opened.page.goto(`${site.url}/console/people${rest}`)
    await opened.page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  }
  return { ...opened, me, visit }
}

async function rightsOf(id: string) {
  const columns = ['roles', 'permissions', 'suspended_at'] as const
  return site.db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
}

test('people are found by name and by e-mail, page by page, and the address keeps the place', async () => {
  const word = aName('Crowd')
  const crowd = await Promise.all(
    Array.from({ length: 21 }, (_, place) => aPerson('X', { lastName: `${word} ${place + 10}` })),
  )
  const { page, visit, done } = await inPeople()
  await visit('')
  await page.getByLabel('Search by name or e-mail').fill(word)
  await page.getByText('21 in all').waitFor()
  const newest = page.getByRole('row', { name: new RegExp(word) })
  await until('a page of twenty', async () => (await newest.count()) === 20)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await until('the last one', async () => (await newest.count()) === 1)
  await page.reload()
  await until('the last one still', async () => (await newest.count()) === 1)
  await page.goBack()
  await until('twenty again', async () => (await newest.count()) === 20)

  const [one] = crowd
  await page.getByLabel('Search by name or e-mail').fill(one?.email ?? '')
  await page.getByRole('button', { name: one?.name ?? '', exact: true }).waitFor()
  await page.getByLabel('Search by name or e-mail').fill('no such name')
  await page.getByRole('heading', { name: 'No people found' }).waitFor()
  await done()
})

test('permissions are given one by one, each with what it allows', async () => {
  const bo = await aPerson('Helper')
  const { page, visit, done } = await inPeople()
  await visit(`?q=${encodeURIComponent(bo.lastName)}`)
  await page.getByRole('button', { name: bo.name, exact: true }).click()
  const drawer = page.getByRole('dialog', { name: bo.name })
  await drawer.getByText('Changes and deletes any festival').waitFor()
  const save = drawer.getByRole('button', { name: 'Save permissions' })
  assert.equal(await save.isDisabled(), true)
  await drawer.getByLabel('Any festival and artist').check()
  await drawer.getByRole('checkbox', { name: 'Rewards' }).check()
  await save.click()
  await page.getByText(`${bo.name}: permissions saved`).waitFor()
  assert.deepEqual((await rightsOf(bo.id)).permissions, ['manage_rewards', 'manage_catalog'])
  await page.getByRole('row', { name: /2 permissions/ }).waitFor()
  await until('nothing to save', () => save.isDisabled())
  await done()
})

test('a role is given and removed only after a confirmation', async () => {
  const bo = await aPerson('Deputy')
  const { page, visit, done } = await inPeople()
  await visit(`/${bo.id}`)
  await page.getByRole('button', { name: 'Make an admin' }).click()
  await page.getByText('take rights from you too').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Make an admin' }).last().click()
  await page.getByRole('button', { name: 'Remove the role' }).click()
  await page
    .getByRole('dialog', { name: /^Remove .*\?$/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await page.getByRole('button', { name: 'Make an admin' }).waitFor()
  assert.deepEqual((await rightsOf(bo.id)).roles, [])
  await done()
})

test('an admin cannot lose their own role by accident, and its pages disappear with it', async () => {
  const { page, visit, me, done } = await inPeople()
  await visit(`/${me.id}`)
  await page.getByText('This is your own account: only another user can suspend it.').waitFor()
  await page.getByRole('button', { name: 'Give up being an admin' }).click()
  await page.getByText('You lose the admin pages at once').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  assert.deepEqual((await rightsOf(me.id)).roles, ['admin'])
  await page.getByRole('button', { name: 'Give up being an admin' }).click()
  await page.getByRole('button', { name: 'Give up my role' }).click()
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  assert.deepEqual((await rightsOf(me.id)).roles, [])
  await done()
})

test('suspending says its consequences, signs out everywhere, and can be undone', async () => {
  const bo = await aPerson('Nuisance')
  const signedIn = await site.post('/auth/user', { email: bo.email, password: site.password })
  const as = { token: signedIn.body.token } as Person
  const { page, visit, done } = await inPeople({ permissions: ['manage_users'] })
  await visit(`/${bo.id}`)
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Suspend ${bo.name}?` })
  await question.getByText('tickets still admit at the gate').waitFor()
  await question.getByRole('button', { name: 'Suspend', exact: true }).click()
  await page.getByRole('button', { name: 'Reactivate' }).waitFor()
  await until('signed out', async () => (await site.get('/users/i', { as })).status === 401)
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
  assert.equal((await rightsOf(bo.id)).suspended_at, null)
  await done()
})

test('a user who may manage people but is no admin changes no rights', async () => {
  const bo = await aPerson('Colleague')
  const { page, visit, done } = await inPeople({ permissions: ['manage_users'] })
  await visit(`/${bo.id}`)
  await page.getByText('Only an admin may change permissions.').waitFor()
  assert.equal(await page.getByLabel('Any festival and artist').isDisabled(), true)
  for (const name of ['Save permissions', 'Make an admin']) {
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  }
  await done()
})

test('a refusal is shown in the confirmation', async () => {
  const admin = await site.aPersonWith({ roles: ['admin'] })
  const { page, visit, done } = await inPeople(
    { permissions: ['manage_users'] },
    { expected: /status of 403/ },
  )
  await visit(`/${admin.id}`)
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Suspend Ada Marsh?' })
  await question.getByRole('button', { name: 'Suspend', exact: true }).click()
  await question.getByRole('alert').getByText('Only an admin may suspend an admin').waitFor()
  await assertAccessible(page, 'refused')
  await done()
})

test('a user is found, opened and suspended with the keyboard alone', async () => {
  const bo = await aPerson('Keyed')
  const { page, visit, done } = await inPeople()
  await visit('')
  await page.getByLabel('Search by name or e-mail').focus()
  await page.keyboard.type(bo.lastName)
  const name = page.getByRole('button', { name: bo.name, exact: true })
  await name.press('Enter')
  await page.getByRole('button', { name: 'Suspend', exact: true }).press('Enter')
  const first = page.getByRole('button', { name: 'Back' })
  await first.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Reactivate' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await done()
})

test('names are shown as text', async () => {
  const names = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '\u202eevil\u202c مرحبا',
    'x'.repeat(100),
  ]
  const people = await Promise.all(names.map((lastName) => aPerson('X', { lastName })))
  const { page, visit, done } = await inPeople({ roles: ['admin'] }, { width: 390 })
  for (const { id, name } of people) {
    await visit(`/${id}`)
    await page.getByRole('dialog', { name, exact: true }).waitFor()
    const isTooWide = 'document.documentElement.scrollWidth > innerWidth'
    assert.equal(await page.evaluate(isTooWide), false, name)
  }
  await done()
})

for (const { width, dark, where } of looks) {
  test(`people are accessible ${where}`, async () => {
    const bo = await aPerson('Person')
    const { page, visit, done } = await inPeople({ roles: ['admin'] }, { width, dark })
    await visit(`?q=${encodeURIComponent(bo.lastName)}`)
    await page.getByRole('button', { name: bo.name, exact: true }).waitFor()
    await assertAccessible(page, 'list')
    await page.getByRole('button', { name: bo.name, exact: true }).click()
    await page.getByRole('heading', { name: 'Permissions' }).waitFor()
    await assertAccessible(page, 'drawer')
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByRole('button', { name: 'Back' }).waitFor()
    await assertAccessible(page, 'question')
    await page.getByRole('button', { name: 'Suspend', exact: true }).last().click()
    await page.getByRole('button', { name: 'Reactivate' }).waitFor()
    await assertAccessible(page, 'suspended')
    await visit('?q=no+such+name')
    await page.getByRole('heading', { name: 'No people found' }).waitFor()
    await assertAccessible(page, 'none found')
    await done()
  })
}
