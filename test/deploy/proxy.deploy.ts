/**
 * The proxy of compose.yaml, with deploy/proxy/nginx.conf except for its addresses, in front of two
 * services that are renewed one after the other while clients read, buy and listen. It needs nginx: apt-get
 * install nginx-light.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  aService,
  assertNothingLost,
  failuresIn,
  stop,
  summaryOf,
  under,
} from '../faults/renewals.ts'
import { someVisitors } from '../faults/visitors.ts'
import { until } from '../until.ts'
import { aWorld } from '../world.ts'

const world = await aWorld()
const visitors = await someVisitors(world)
const folder = await mkdtemp(join(tmpdir(), 'festival-proxy-'))
// Started by root, nginx runs as the system user `nobody`.
await chmod(folder, 0o755)
const running = new Set<ChildProcess>()
after(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return `${port}`
}

type ProxyKind = { file: string; listen: RegExp; command: (file: string) => [string, ...string[]] }

const nginx: ProxyKind = {
  file: 'deploy/proxy/nginx.conf',
  listen: /(?<=listen )8080(?=;)/,
  command: (file) => ['nginx', '-c', file, '-p', folder, '-g', 'daemon off;'],
}
const haproxy: ProxyKind = {
  file: 'deploy/proxy/haproxy.cfg',
  listen: /(?<=bind ):8080$/m,
  command: (file) => ['haproxy', '-db', '-f', file],
}

/** Starts a proxy in front of services on these ports; returns its address. */
async function startProxy(
  ports: string[],
  { file, listen, command }: ProxyKind,
  change = (text: string) => text,
): Promise<string> {
  const port = await freePort()
  let conf = await readFile(file, 'utf8')
  for (const [nth, to] of ports.entries()) {
    conf = conf.replace(`service-${nth + 1}:3000`, `127.0.0.1:${to}`)
  }
  conf = conf.replace(listen, `127.0.0.1:${port}`).replaceAll('/tmp/', `${folder}/${port}-`)
  const copy = join(folder, `${port}.conf`)
  await writeFile(copy, change(conf))
  const [program, ...args] = command(copy)
  const child = spawn(program, args, { stdio: 'ignore' })
  running.add(child)
  const url = `http://127.0.0.1:${port}`
  await until('the proxy answers', async () => {
    assert.equal(child.exitCode, null)
    return fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return url
}

type Renewal = {
  proxy: ProxyKind
  times: number
  env?: Record<string, string>
  change?: (text: string) => string
}

/** Renews two services, each so often, behind a proxy, and returns what people found. */
async function renewBehind({ proxy, times, env, change }: Renewal) {
  const ports = [await freePort(), await freePort()]
  const settings = (nth: number) => ({ PORT: ports[nth] ?? '', TRUSTED_PROXIES: '1', ...env })
  const services = await Promise.all([0, 1].map((nth) => aService(world, settings(nth))))
  const url = await startProxy(ports, proxy, change)
  const outcome = await under({ world, visitors, url }, async () => {
    for (let nth = 0; nth < times * 2; nth++) {
      await pause(500)
      const [place, old] = [nth % 2, services[nth % 2]]
      assert.ok(old)
      await stop(old)
      services[place] = await aService(world, settings(place))
    }
  })
  await Promise.all(services.map(stop))
  return outcome
}

test('behind the proxy each of two services is renewed twice: hardly a request fails, no notification is lost', async (t) => {
  const outcome = await renewBehind({ proxy: nginx, times: 2 })
  t.diagnostic(summaryOf(outcome))
  // The proxy learns that a service is stopping from a refused connection: one accepted while the service
  // closed its port, within a tenth of a millisecond, is cut off.
  await assertNothingLost(world, outcome, { failed: 2 })
})

test('with a proxy that tries no other service, requests fail, and the test finds them', async (t) => {
  const change = (text: string) =>
    text.replace('proxy_next_upstream error timeout', 'proxy_next_upstream off')
  const outcome = await renewBehind({ proxy: nginx, times: 1, change })
  t.diagnostic(`${failuresIn(outcome)} requests failed`)
  assert.ok(failuresIn(outcome) > 0)
})

test('behind HAProxy, which asks whether a service is ready, each is renewed twice and no request fails', async (t) => {
  const env = { DRAIN_DELAY_SECONDS: '2' }
  const outcome = await renewBehind({ proxy: haproxy, times: 2, env })
  t.diagnostic(summaryOf(outcome))
  await assertNothingLost(world, outcome, { failed: 0 })
})

test('without the health check of HAProxy requests fail, and are found', async (t) => {
  const change = (text: string) =>
    text
      .replace('default-server check', 'default-server')
      .replace('option redispatch 1', 'no option redispatch')
  const outcome = await renewBehind({ proxy: haproxy, times: 1, change })
  t.diagnostic(`${failuresIn(outcome)} requests failed`)
  assert.ok(failuresIn(outcome) > 0)
})

for (const [name, proxy] of Object.entries({ nginx, haproxy })) {
  test(`${name} passes on the protocol of a proxy in front of it, and says its own without one`, async () => {
    const port = await freePort()
    const service = await aService(world, { PORT: port, TRUSTED_PROXIES: '2' })
    const url = await startProxy([port, port], proxy)
    const cookieOf = async (headers: Record<string, string>) =>
      (await fetch(`${url}/guide/session`, { headers })).headers.get('set-cookie') ?? ''
    assert.match(await cookieOf({ 'x-forwarded-proto': 'https' }), /^__Host-.*; Secure$/)
    assert.match(await cookieOf({}), /^festival_guide=.*SameSite=Strict$/)
    await stop(service)
  })
}

for (const [name, proxy] of Object.entries({ nginx, haproxy }))
  test(`a stream comes through ${name} as it is written`, async () => {
    const port = await freePort()
    const service = await aService(world, { PORT: port, TRUSTED_PROXIES: '1' })
    const url = await startProxy([port, port], proxy)
    const ada = await world.aUser()
    const response = await fetch(`${url}/notifications/sse`, {
      headers: { 'x-f-authorization': world.client.token, 'x-f-authentication': ada.token },
    })
    const reader = response.body?.getReader()
    const first = await reader?.read()
    assert.match(Buffer.from(first?.value ?? []).toString(), /^retry: 3000/)
    await reader?.cancel()
    await stop(service)
  })
