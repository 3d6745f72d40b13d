/** Fans in browser tests: people with an account, signed in on the guide's pages, and what they hold. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { aTier } from '../buying.ts'
import type { Person } from '../world.ts'
import type { Site } from './site.ts'

/** What refusals print in the console of a browser. */
export const expected = /40[0-9]|429/

type Look = NonNullable<Parameters<Site['open']>[1]>

/** A page, signed in as a person. */
export async function openAs(
  site: Site,
  person: Pick<Person, 'email'>,
  to: string | (Look & { path: string }),
) {
  const { path, ...look } = typeof to === 'string' ? { path: to } : to
  const prepare = (page: Page) => signInAs(site, page, person)
  return await site.open(path, { width: 390, expected, ...look, prepare })
}

/** Waits until the guide's worker answers for the page. */
export async function controlled(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready')
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Signs a person in on the guide's pages, through their operations. */
export async function signInAs({ url, password }: Site, page: Page, { email }: { email: string }) {
  const html = await (await page.request.get(`${url}/sign-in?again=1`)).text()
  const [, session = ''] = /name="festival-session" content="([^"]+)"/.exec(html) ?? []
  const answer = await page.request.post(`${url}/fan/session`, {
    headers: { 'x-festival-session': session },
    data: { email, password },
  })
  assert.equal(answer.status(), 200)
}

/** Tickets that a person has bought through the service. */
export async function buyAs(
  site: Site,
  as: Person,
  { quantity = 1, ...given }: NonNullable<Parameters<typeof aTier>[1]> & { quantity?: number } = {},
) {
  const tier = await aTier(site, { quantity: 100, ...given })
  const items = [{ payment_type: 'ticket', entity_id: tier.id, quantity }]
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const { status, body, text } = await site.post('/orders', { items }, { as, headers })
  assert.equal(status, 201, text)
  return { tier, order: body, payments: body.payments as { id: string; short_code: string }[] }
}
