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

/** Starts the proxy in front of services on these ports; returns its address. */
async function startProxy(ports: string[], change = (text: string) => text): Promise<string> {
  const port = await freePort()
  let conf = await readFile('deploy/proxy/nginx.conf', 'utf8')
  for (const [nth, to] of ports.entries()) {
    conf = conf.replace(`service-${nth + 1}:3000`, `127.0.0.1:${to}`)
  }
  conf = conf
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replaceAll('/tmp/', `${folder}/${port}-`)
  const file = join(folder, `${port}.conf`)
  await writeFile(file, change(conf))
  const args = ['-c', file, '-p', folder, '-g', 'daemon off;']
  const child = spawn('nginx', args, { stdio: 'ignore' })
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

/** Renews two services, each this many times, behind the proxy, and returns what clients saw. */
async function renewBehind(times: number, change?: (text: string) => string) {
  const ports = [await freePort(), await freePort()]
  const settings = (nth: number) => ({ PORT: ports[nth] ?? '', TRUSTED_PROXIES: '1' })
  const services = await Promise.all([0, 1].map((nth) => aService(world, settings(nth))))
  const url = await startProxy(ports, change)
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
  const outcome = await renewBehind(2)
  t.diagnostic(summaryOf(outcome))
  // The proxy learns that a service is stopping from a refused connection: one accepted while the service
  // closed its port, within a tenth of a millisecond, is cut off.
  await assertNothingLost(world, outcome, { failed: 2 })
})

test('with a proxy that tries no other service, requests fail, and the test finds them', async (t) => {
  const outcome = await renewBehind(1, (text) =>
    text.replace('proxy_next_upstream error timeout', 'proxy_next_upstream off'),
  )
  t.diagnostic(`${failuresIn(outcome)} requests failed`)
  assert.ok(failuresIn(outcome) > 0)
})

test('a stream is passed on as it is written', async () => {
  const port = await freePort()
  const service = await aService(world, { PORT: port, TRUSTED_PROXIES: '1' })
  const url = await startProxy([port, port])
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
