/** The e-mail of a guest that was mistyped at the checkout is corrected in the console. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTier } from '../buying.ts'
import { aFestival } from '../catalogue.ts'
import { aGuest, anEmail } from '../guests.ts'
import { nextMailTo } from '../mailbox.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()
const { db, get, post } = site

/** A guest with a ticket, and a manager of its festival. */
async function aMistypedGuest() {
  const { id: festival_id, organizer_id } = await aFestival(site)
  const manager = await site.aPersonWith({})
  const managed = { organizer_id: organizer_id ?? '', user_id: manager.id }
  await db.insertInto('organizer_managers').values(managed).execute()
  const tier = await aTier(site, { festival_id, name: 'Weekend' })
  const guest = await aGuest(site, { firstName: 'Adelheid', lastName: 'Quist' })
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const { status, body, text } = await post('/payments', order, { as: guest })
  assert.equal(status, 201, text)
  return { festival_id, manager, guest, payment: body.id }
}

for (const look of [
  { width: 1360, dark: false },
  { width: 390, dark: true },
]) {
  const name = `${look.dark ? 'dark' : 'light'}, ${look.width} px`
  test(`a mistyped e-mail of a guest is corrected, and the tickets go there, ${name}`, async () => {
    const { festival_id, manager, guest, payment } = await aMistypedGuest()
    const { page, done } = await site.open(`/console/festivals/${festival_id}/attendees`, {
      ...look,
      as: manager,
    })
    await page.getByRole('button', { name: /Adelheid Quist/ }).press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Weekend' })
    await drawer.getByRole('button', { name: 'Correct e-mail' }).click()
    const asked = page.getByRole('dialog', { name: 'Correct the e-mail' })
    const field = asked.getByRole('textbox', { name: 'New e-mail' })
    const submit = asked.getByRole('button', { name: 'Correct the e-mail' })
    assert.equal(await field.inputValue(), guest.email)
    await submit.click()
    await asked.getByText('This is the e-mail that the guest has').waitFor()
    await field.fill('adelheid')
    await submit.click()
    await asked.getByText('Enter an e-mail').waitFor()
    await assertAccessible(page, name)
    const right = anEmail()
    await field.fill(right)
    await submit.click()
    await page.getByText(`The mail is on its way to ${right}`).waitFor()
    await asked.waitFor({ state: 'hidden' })
    await drawer.getByText(right).first().waitFor()
    assert.match(await nextMailTo(site, right), /Weekend/)
    const told = await nextMailTo(site, guest.email)
    assert.ok(!told.includes(right), 'the old e-mail does not learn the new one')
    assert.equal((await get(`/payments/${payment}`, { as: guest })).status, 401)
    await done()
  })
}
