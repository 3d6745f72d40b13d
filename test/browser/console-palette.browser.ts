/** The console's palette: a page, festival, artist, person, order or ticket by a few letters. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { shownShortCode } from '#shop/tickets'
import { aTier } from '../buying.ts'
import { aFestival, aName, anArtist } from '../catalogue.ts'
import { aGate } from '../gate.ts'
import { somePaidTickets } from '../sales.ts'
import { until } from '../until.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite()

type Look = NonNullable<Parameters<typeof site.open>[1]>

async function inConsole(
  rights: Parameters<typeof site.aPersonWith>[0] = { roles: ['admin'] },
  look: Look = {},
) {
  const me = await site.aPersonWith(rights)
  const opened = await site.open('/console', { ...look, as: me })
  await opened.page.getByRole('button', { name: 'Search' }).waitFor()
  return { ...opened, me, box: opened.page.getByRole('combobox', { name: 'Search the console' }) }
}

const option = (page: Page, name: string) => page.getByRole('option', { name })
const isAt = (page: Page, path: string) =>
  until(path, async () => page.url().replace(site.url, '') === `/console${path}`)

/** A festival with a ticket, whose code its holder could read out. */
async function aSoldTicket(festival_id?: string) {
  const tier = await aTier(site, festival_id === undefined ? {} : { festival_id })
  const [ticket] = await somePaidTickets(site, 1, { tier })
  const { short_code } = await site.db
    .selectFrom('tickets')
    .select('short_code')
    .where('payment_id', '=', ticket?.id ?? '')
    .executeTakeFirstOrThrow()
  return { id: ticket?.id ?? '', code: shownShortCode(short_code ?? '') }
}

test('festivals, artists, people and tickets are found with the keyboard alone', async () => {
  const word = aName('Zephyr')
  const festival = await aFestival(site, { name: `${word} Nights` })
  const artist = await anArtist(site, { name: `${word} Trio` })
  const { body: person } = await site.post('/users', {
    firstName: 'Bo',
    lastName: word,
    email: `${word.replaceAll(' ', '.').toLowerCase()}@people.example`,
    password: site.password,
  })
  const ticket = await aSoldTicket()
  const { page, box, done } = await inConsole()
  const look = async (text: string) => {
    await page.keyboard.press('Control+k')
    await box.and(page.locator(':focus')).waitFor()
    await page.keyboard.type(text)
  }

  const active = async () => {
    const id = await box.getAttribute('aria-activedescendant')
    return page.locator(`[id="${id}"]`).textContent()
  }
  /** Names that are alike are found as well, so the right one is moved to. */
  const take = async (name: string) => {
    await option(page, name).waitFor()
    await until(name, async () => {
      if ((await active())?.startsWith(name)) return true
      await page.keyboard.press('ArrowDown')
      return false
    })
    await page.keyboard.press('Enter')
  }

  await look(word)
  await option(page, `${word} Nights`).waitFor()
  await option(page, `${word} Trio`).waitFor()
  await option(page, `Bo ${word}`).waitFor()
  const names = await page.getByRole('option').allTextContents()
  assert.equal(await active(), names[0])
  await page.keyboard.press('ArrowUp')
  assert.equal(await active(), names.at(-1))
  await take(`${word} Nights`)
  await isAt(page, `/festivals/${festival.id}`)

  await look(`${word} Trio`)
  await take(`${word} Trio`)
  await isAt(page, `/artists?edit=${artist.id}`)
  await page.getByRole('button', { name: 'Close' }).waitFor()

  await look(`Bo ${word}`)
  await take(`Bo ${word}`)
  await isAt(page, `/people/${person.id}`)

  for (const text of [ticket.code.toLowerCase(), ticket.id]) {
    // Over the drawer of what was found before, which stays when the palette is closed.
    const drawer = page.getByRole('button', { name: 'Close' })
    await drawer.waitFor()
    await look('')
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'hidden' })
    assert.equal(await drawer.count(), 1)
    await look(text)
    await page.getByRole('group', { name: 'Payments' }).getByRole('option').waitFor()
    await page.keyboard.press('Enter')
    await isAt(page, `/payments/${ticket.id}`)
  }
  await done()
})

test('a drawer that loads below leaves the focus to the palette', async () => {
  const artist = await anArtist(site)
  const { page, box, done } = await inConsole()
  const asked = Promise.withResolvers<void>()
  const allowed = Promise.withResolvers<void>()
  await page.route(`**/artists/${artist.id}*`, async (route) => {
    asked.resolve()
    await allowed.promise
    await route.continue()
  })
  await page.goto(`${site.url}/console/artists?edit=${artist.id}`)
  await asked.promise
  await page.keyboard.press('Control+k')
  const focused = box.and(page.locator(':focus'))
  await focused.waitFor()
  allowed.resolve()
  await page.locator(`input[value="${artist.name}"]`).waitFor()
  await page.keyboard.type('audit')
  await option(page, 'Audit').waitFor()
  assert.equal(await box.inputValue(), 'audit')
  await page.keyboard.press('Enter')
  await isAt(page, '/audit')
  await done()
})

test('a page is found by its name, and what was chosen is offered first', async () => {
  const { name, id } = await aFestival(site)
  const { page, box, done } = await inConsole()
  await page.getByRole('button', { name: 'Search' }).click()
  await box.fill('audi')
  await option(page, 'Audit').click()
  await isAt(page, '/audit')
  await page.getByRole('button', { name: 'Search' }).click()
  await box.fill(name)
  await option(page, name).click()
  await isAt(page, `/festivals/${id}`)
  await page.reload()
  await page.getByRole('button', { name: 'Search' }).click()
  const first = page.getByRole('group', { name: 'Recent' }).getByRole('option')
  await first.waitFor()
  assert.deepEqual(await first.allTextContents(), [name])
  await box.fill('nothing of this name')
  await page.getByText('Nothing found.').waitFor()
  await done()
})

test('only what the user may call is asked, and a text that was changed no more', async () => {
  const gate = await aGate(site)
  const ticket = await aSoldTicket(gate.festival.id)
  const { page, me, box, done } = await inConsole({})
  await site.db
    .insertInto('organizer_managers')
    .values({ organizer_id: gate.festival.organizer_id, user_id: me.id })
    .execute()
  await page.reload()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('button', { name: 'Search' }).click()
  await typeAtOnce(box, 'harbour')
  await page.getByText(/result|Nothing found/).waitFor()
  const searches = asked.filter((url) => url.includes('/search?'))
  assert.deepEqual(
    searches.map((url) => new URL(url).searchParams.get('for')),
    ['harbour'],
  )
  await box.fill(ticket.code)
  await page.getByRole('group', { name: 'Payments' }).getByRole('option').click()
  await isAt(page, `/payments/${ticket.id}?festival=${gate.festival.id}`)
  assert.deepEqual(
    asked.filter((url) => /users\/all|payments\/all/.test(url)),
    [],
  )
  await done()
})

/** Types faster than any timer of the page can end, however slow the machine is. */
const typeAtOnce = (box: Locator, text: string) =>
  box.evaluate((field: HTMLInputElement, typed) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (let length = 1; length <= typed.length; length++) {
      write?.call(field, typed.slice(0, length))
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, text)

for (const look of [
  { width: 390, dark: true },
  { width: 1360, dark: false },
]) {
  test(`the palette is accessible: ${look.width} px`, async () => {
    const { name } = await aFestival(site)
    const { page, box, done } = await inConsole({ roles: ['admin'] }, look)
    await page.getByRole('button', { name: 'Search' }).click()
    await option(page, 'Festivals').waitFor()
    await assertAccessible(page, 'pages')
    await box.fill(name)
    await option(page, name).waitFor()
    await assertAccessible(page, 'found')
    const isTooWide = 'document.documentElement.scrollWidth > innerWidth'
    assert.equal(await page.evaluate(isTooWide), false)
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/palette-${look.width}.png` })
    await done()
  })
}
