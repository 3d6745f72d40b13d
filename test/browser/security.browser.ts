/** What a page of another origin, or a script injected into our pages, can do: nothing. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, suite, test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { until } from '../until.ts'
import { aSite } from './site.ts'

const site = await aSite()
const pages = ['/', '/console', '/gate', '/docs']

// Another port of the same host: another origin, but the same site, which gets SameSite cookies.
const other = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><html lang="en"><title>Elsewhere</title><body></body></html>')
})
await once(other.listen(0, '127.0.0.1'), 'listening')
after(() => other.close())
const address = other.address()
const elsewhere = `http://localhost:${typeof address === 'object' ? address?.port : 0}`

/** A user signed in to the console, who then opens another page. */
async function aVictim() {
  const person = await site.aPersonWith({ roles: ['admin'] })
  const context = await site.browser.newContext()
  const page = await context.newPage()
  await site.signIn(page, person)
  await page.goto(elsewhere)
  const said = async () => {
    const answer = await context.request.get(`${site.url}/console/session`)
    return ((await answer.json()) as { session: string | null }).session
  }
  const key = await said()
  assert.ok(key)
  return { person, context, page, key, said }
}

const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies(site.url)).map(({ name, value }) => `${name}=${value}`)

suite('a page of another origin', () => {
  test("cannot read with the user's cookies", async () => {
    const { page, context, key } = await aVictim()
    const urls = ['/console/session', '/guide/session', '/gate/session', '/users/i', '/clients']
    for (const url of urls) {
      for (const headers of [{}, { 'x-festival-session': key }]) {
        const got = await page.evaluate<string>(`
          fetch(${JSON.stringify(site.url + url)}, { credentials: 'include', headers: ${JSON.stringify(headers)} })
            .then((answer) => answer.text(), () => 'refused')`)
        assert.equal(got, 'refused', url)
      }
    }
    const opaque = await page.evaluate<string>(`
      fetch('${site.url}/console/session', { credentials: 'include', mode: 'no-cors' })
        .then((answer) => answer.text())`)
    assert.equal(opaque, '')
    // Without cookies the API is open to pages of any origin, as `CORS_ORIGINS` says: it returns nothing
    // private.
    const open = await page.evaluate<unknown>(`
      fetch('${site.url}/console/session').then(async (answer) => (await answer.json()).session)`)
    assert.equal(open, null)
    await context.close()
  })

  test('cannot load our answers as a script', async () => {
    const { page, context } = await aVictim()
    for (const url of ['/console/session', '/openapi.json', '/docs/assets/nothing.js']) {
      const outcome = await page.evaluate<string>(`new Promise((resolve) => {
        const script = document.createElement('script')
        script.src = ${JSON.stringify(site.url + url)}
        script.onload = () => resolve('loaded')
        script.onerror = () => resolve('refused')
        document.head.append(script)
      })`)
      assert.equal(outcome, 'refused', url)
    }
    await context.close()
  })

  test('cannot change anything by fetch', async () => {
    const { page, context, key, said } = await aVictim()
    const before = await cookiesOf(context)
    const attempts: [method: string, url: string, more: object][] = [
      ['DELETE', '/console/session', { headers: { 'x-festival-session': key } }],
      ['DELETE', '/gate/session', {}],
      ['POST', '/clients', { headers: { 'x-festival-session': key } }],
      ['POST', '/clients', { mode: 'no-cors', headers: { 'content-type': 'text/plain' } }],
      ['POST', '/console/session', { mode: 'no-cors', headers: { 'content-type': 'text/plain' } }],
      ['POST', '/gate/session', { mode: 'no-cors', headers: { 'content-type': 'text/plain' } }],
    ]
    const clients = () => site.db.selectFrom('clients').select('id').execute()
    const known = await clients()
    for (const [method, url, more] of attempts) {
      const body = method === 'POST' ? { body: '{"name":"Mallory","email":"a@b.c"}' } : {}
      const init = { method, credentials: 'include', ...body, ...more }
      await page.evaluate(`
        fetch(${JSON.stringify(site.url + url)}, ${JSON.stringify(init)}).catch(() => {})`)
      assert.equal(await said(), key, `${method} ${url}`)
    }
    assert.deepEqual(await clients(), known)
    assert.deepEqual(await cookiesOf(context), before)
    await context.close()
  })

  test('cannot change anything by a form', async () => {
    const { page, context, person, said, key } = await aVictim()
    const forms: [action: string, type: string][] = [
      ['/clients', 'text/plain'],
      ['/clients', 'application/x-www-form-urlencoded'],
      [`/users/${person.id}/photo`, 'multipart/form-data'],
      ['/console/session', 'text/plain'],
    ]
    for (const [action, type] of forms) {
      const answered = page.waitForResponse(site.url + action)
      await page.evaluate(`{
        const form = document.createElement('form')
        Object.assign(form, { method: 'post', enctype: '${type}', action: '${site.url}${action}' })
        form.innerHTML = '<input name="name" value="Mallory"><input name="email" value="a">'
        document.body.append(form)
        form.submit()
      }`)
      const status = (await answered).status()
      await page.waitForURL(site.url + action)
      assert.ok([401, 415].includes(status), `${action}: ${status}`)
      await page.goto(elsewhere)
    }
    assert.equal(await said(), key)
    await context.close()
  })

  test('cannot show our pages in a frame, nor keep a reference to their window', async () => {
    const { page, context } = await aVictim()
    for (const url of pages) {
      await page.evaluate(`new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.onload = resolve
        frame.src = '${site.url}${url}'
        document.body.append(frame)
      })`)
      const frame = page.frames().at(-1)
      assert.match(frame?.url() ?? '', /^chrome-error:/, url)
    }
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(`void (window.held = window.open('${site.url}/console'))`),
    ])
    await opened.waitForLoadState()
    assert.equal(await page.evaluate('window.held.closed'), true)
    assert.equal(await opened.evaluate('window.opener'), null)
    await context.close()
  })
})

suite('a script injected into one of our pages', () => {
  for (const url of pages) {
    test(`is stopped by its policy: ${url}`, async () => {
      const { page, context } = await site.open(url)
      await page.evaluate(`{
        window.stopped = []
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          window.stopped.push(effectiveDirective))
        const add = (name, values) =>
          document.body.append(Object.assign(document.createElement(name), values))
        add('script', { textContent: 'window.hit = "inline"' })
        add('script', { src: '${elsewhere}/script.js' })
        add('script', { src: 'data:text/javascript,window.hit="data"' })
        add('div', { innerHTML: '<img src="data:," onerror="window.hit=\\'handler\\'">' })
        add('a', { id: 'run', href: 'javascript:window.hit="link"', textContent: 'run' })
        add('iframe', { src: '${elsewhere}' })
        add('base', { href: '${elsewhere}' })
        add('form', { id: 'leak', action: '${elsewhere}', method: 'post' })
        document.getElementById('run').click()
        document.getElementById('leak').requestSubmit()
        fetch('${elsewhere}').catch(() => {})
      }`)
      const wanted = ['script-src-elem', 'script-src-attr', 'frame-src', 'base-uri', 'connect-src']
      await until('everything is stopped', async () => {
        const stopped = await page.evaluate<string[]>('window.stopped')
        return [...wanted, 'form-action'].every((name) => stopped.includes(name))
      })
      assert.equal(await page.evaluate('window.hit'), undefined)
      const code = await page.evaluate<string>(
        'new Promise((resolve) => setTimeout(() => { try { resolve(new Function("return 1")()) } catch (error) { resolve(error.name) } }))',
      )
      assert.equal(code, 'EvalError')
      assert.equal(new URL(page.url()).origin, site.url)
      await context.close()
    })
  }
})

test('a page of another origin reads through a publishable client that names it, and no other page does', async () => {
  const admin = await site.aUser({ roles: ['admin'] })
  const client = { name: 'Elsewhere', kind: 'publishable', origins: [elsewhere] }
  const { id } = (await site.post('/clients', client, { as: admin })).body
  const page = await site.browser.newPage()
  const statuses = () =>
    page.evaluate(`(async () => {
      const ask = (path, init) => fetch(${JSON.stringify(site.url)} + path, init)
      const exchanged = await ask('/auth/client', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: ${JSON.stringify(id)} }),
      })
      globalThis.token ??= (await exchanged.json()).token ?? location.hash.slice(1)
      const headers = { 'x-f-authorization': globalThis.token }
      const [read, users] = [await ask('/festivals', { headers }), await ask('/users', { headers })]
      return [exchanged.status, read.status, users.status]
    })()`)
  await page.goto(elsewhere)
  assert.deepEqual(await statuses(), [200, 200, 403])
  const token = await page.evaluate('globalThis.token')
  // The same machine by another name is another origin; the token is no secret.
  await page.goto(`${elsewhere.replace('localhost', '127.0.0.1')}#${token}`)
  assert.deepEqual(await statuses(), [403, 403, 403])
  await page.close()
})
