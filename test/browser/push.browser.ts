/**
 * Notifications of a browser: turned on and off on `/me`, shown by the worker, and opened. This Chromium has neither a
 * system that shows them nor a push service: the tests stand for both, as the worker and the page see them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Worker } from 'playwright-core'
import { notify } from '#messaging/notifications'
import { aFestival } from '../catalogue.ts'
import { aPushService, taken } from '../push-service.ts'
import { until } from '../until.ts'
import type { Person } from '../world.ts'
import { controlled, expected, openAs } from './fans.ts'
import { aSite, assertAccessible } from './site.ts'

const site = await aSite({ env: { WEBHOOKS_TO_PRIVATE_ADDRESSES: 'true' } })
const service = await aPushService()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const tell = ({ id: user_id }: Person, title: string, festival_id: string) =>
  notify({ db: site.db, bus: site.bus, now: new Date() }, [
    {
      user_id,
      type: 'festival.changed',
      data: { festival_id },
      cause: `test:${title}`,
      title,
      message: 'It is at another time.',
    },
  ])

/** `/me`, whose worker is at work, in a browser with an answer to whether notifications are allowed. */
async function meOf(ada: Person, permission: NotificationPermission = 'granted') {
  const visit = await openAs(site, ada, { path: '/me', expected })
  await controlled(visit.page)
  await visit.page.addInitScript((state) => {
    Object.defineProperty(Notification, 'permission', { get: () => state })
    Notification.requestPermission = async () => state
  }, permission)
  await visit.page.reload()
  return visit
}

/** Stands for the push service that the browser itself would reach: the one of the test. */
async function reaching(page: Page, endpoint = service.aBrowser()) {
  await page.addInitScript(({ endpoint: address, keys }) => {
    const known: { subscription: PushSubscription | null } = { subscription: null }
    const isOn = sessionStorage.getItem('on') === 'yes'
    const subscription = (key: ArrayBuffer) =>
      ({
        options: { applicationServerKey: key },
        toJSON: () => ({ endpoint: address, expirationTime: null, keys }),
        unsubscribe: async () => {
          sessionStorage.removeItem('on')
          known.subscription = null
          return true
        },
      }) as unknown as PushSubscription
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
        one.charCodeAt(0),
      ).buffer
    const key = sessionStorage.getItem('key')
    if (isOn && key) known.subscription = subscription(bytes(key))
    PushManager.prototype.getSubscription = async () => known.subscription
    PushManager.prototype.subscribe = async (given) => {
      const text = given?.applicationServerKey as string
      sessionStorage.setItem('on', 'yes')
      sessionStorage.setItem('key', text)
      known.subscription = subscription(bytes(text))
      return known.subscription
    }
  }, endpoint)
  await page.reload()
  return endpoint
}

const subscriptions = async (as: Person) =>
  (await site.get('/users/i/push-subscriptions', { as })).body.subscriptions.length

// Requirement (rules): contract §9 Notifications on a device: on and off
test('notifications are turned on and off, stay on after a reload, and reach the browser', async () => {
  const ada = await site.aPersonWith({})
  const { id } = await aFestival(site)
  const { page, done } = await meOf(ada)
  const browser = await reaching(page)
  await page.getByText('They are off.').waitFor()
  await button(page, 'Turn on').focus()
  await page.keyboard.press('Enter')
  await page.getByText('They are on.').waitFor()
  await assertAccessible(page, 'notifications that are on')
  assert.equal(await subscriptions(ada), 1)
  await tell(ada, 'Harbour moves', id)
  await until('it is pushed', async () => service.to(browser).length === 1)
  assert.equal(service.to(browser)[0]?.notice.title, 'Harbour moves')
  await page.reload()
  await page.getByText('They are on.').waitFor()
  await button(page, 'Turn off').click()
  await page.getByText('They are off.').waitFor()
  assert.equal(await subscriptions(ada), 0)
  await done()
})

// Requirement (rules): contract §9 Notifications on a device: signing out
test('signing out ends them in the browser and in the service', async () => {
  const ada = await site.aPersonWith({})
  const { page, done } = await meOf(ada)
  await reaching(page)
  await button(page, 'Turn on').click()
  await page.getByText('They are on.').waitFor()
  await button(page, 'Sign out').click()
  await page.waitForURL(`${site.url}/tickets`)
  assert.equal(await page.evaluate("sessionStorage.getItem('on')"), null)
  assert.equal(await subscriptions(ada), 0)
  await done()
})

// Requirement (rules): contract §9 Notifications on a device: blocked
test('what the browser has blocked is said, with how to change it', async () => {
  const { page, done } = await meOf(await site.aPersonWith({}), 'denied')
  await page.getByText('open the site settings beside the address').waitFor()
  assert.equal(await button(page, 'Turn on').count(), 0)
  await assertAccessible(page, 'notifications that are blocked')
  await done()
})

// Requirement (rules): contract §9 Notifications on a device: no push service
test('a browser without a push service says so, and one whose push service is away', async () => {
  const { page, done } = await meOf(await site.aPersonWith({}))
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('push service error'))
  })
  await page.reload()
  await button(page, 'Turn on').click()
  await page.getByText('could not reach its push service').waitFor()
  await page.addInitScript('delete globalThis.PushManager')
  await page.reload()
  await page.getByText('On an iPhone or iPad, add this page to the Home Screen').waitFor()
  await done()
})

/** Has the browser's own tools deliver a push to the worker, as a push service would. */
async function delivering(page: Page) {
  const session = await page.context().newCDPSession(page)
  const { promise, resolve } = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const ours = registrations.find(({ scopeURL }) => scopeURL === `${site.url}/`)
    if (ours) resolve(ours.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await promise
  return (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data })
}

type Shown = { title: string; body: string; tag: string; icon: string; data: string }

/** Keeps what the worker shows, by tag, as a system does. */
const recording = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = self as any
    scope.shown = new Map()
    scope.registration.showNotification = async (title: string, given: { tag: string }) => {
      scope.shown.set(given.tag, { title, ...given })
    }
  })
const shownBy = (worker: Worker) => worker.evaluate<Shown[]>('[...shown.values()]')

/** Clicks a notification, as a system does; returns the address that is opened. */
const clicked = (worker: Worker, tag: string) =>
  worker.evaluate<string | undefined, string>(async (wanted) => {
    const scope = self as any
    const opened: string[] = []
    // A browser opens and focuses windows for a real click alone.
    scope.clients.openWindow = async (url: string) => opened.push(url)
    scope.WindowClient.prototype.focus = async function focus(this: { url: string }) {
      opened.push(`open already: ${this.url}`)
    }
    const waiting: Promise<unknown>[] = []
    const close = () => scope.shown.delete(wanted)
    const event = Object.assign(new Event('notificationclick'), {
      notification: { ...scope.shown.get(wanted), close },
      waitUntil: (work: Promise<unknown>) => waiting.push(work),
    })
    scope.dispatchEvent(event)
    await Promise.all(waiting)
    return opened[0]
  }, tag)

// Requirement (rules): contract §9 Notifications on a device: shown and opened
test('the worker shows what is pushed, once, and opens pages of this site alone', async () => {
  const { page, context, done } = await meOf(await site.aPersonWith({}))
  const deliver = await delivering(page)
  const worker = context.serviceWorkers().find((one) => one.url().endsWith('/guide/worker.js'))
  assert.ok(worker)
  await recording(worker)
  const { id } = await aFestival(site)
  const notice = {
    id: 'one',
    title: 'Harbour moves',
    message: 'At six.',
    language: 'fr',
    data: { festival_id: id },
  }
  await deliver(JSON.stringify(notice))
  await deliver(JSON.stringify(notice))
  const icon = '/guide/icon-192.png'
  const shown = { title: 'Harbour moves', body: 'At six.', lang: 'fr' }
  const moved = { ...shown, tag: 'one', icon, data: `/guide/${id}` }
  await until('it is shown', async () => (await shownBy(worker)).length > 0)
  assert.deepEqual(await shownBy(worker), [moved])
  assert.equal(await clicked(worker, 'one'), `${site.url}/guide/${id}`)
  assert.deepEqual(await shownBy(worker), [], 'a click closes it')

  const away = { ...notice, id: 'two', data: { festival_id: '/../..//elsewhere.example/' } }
  await deliver(JSON.stringify(away))
  await until('the second is shown', async () => (await shownBy(worker)).length === 1)
  const opened = await clicked(worker, 'two')
  assert.equal(new URL(opened ?? '').origin, site.url)

  await deliver('no JSON')
  await until('it is shown all the same', async () => (await shownBy(worker)).length === 1)
  assert.deepEqual((await shownBy(worker))[0]?.title, 'News for you')
  assert.equal(await clicked(worker, 'news'), `open already: ${site.url}/me`)
  await done()
})

test.afterEach(() => {
  service.answer = taken
})
