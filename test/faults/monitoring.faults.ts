/**
 * Prometheus itself reads our figures, rules and dashboard queries while a service works: each panel shows
 * data. Grafana, which would draw it, is not needed.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { aTier } from '../buying.ts'
import { openReader } from '../event-stream.ts'
import { aFolder, callAt, start } from '../service-process.ts'
import { until } from '../until.ts'
import { aWorld } from '../world.ts'
import { hasPrometheus, promtool, startPrometheus } from './prometheus.ts'
import { sized } from './sized.ts'

const skip = (await hasPrometheus()) ? false : 'needs prometheus: apt-get install prometheus'
const METRICS_TOKEN = 'the-token-of-a-monitoring'
const world = await aWorld()
const closing = new AsyncDisposableStack()
after(() => closing.disposeAsync())
const service = await start(await aFolder(), [], {
  DATABASE_URL: world.connectionString,
  SECRET_KEY: 'what the services on one database share',
  WORKERS: '2',
  LOG_LEVEL: 'error',
  METRICS_TOKEN,
})
const token = world.client.token

/** Activity for every panel of a dashboard: reads, sales, declines, refunds, refusals, streams. */
async function work(seconds: number) {
  const buyer = await world.aUser()
  const admin = await world.aUser({ roles: ['admin'] })
  const tier = await aTier(world, { quantity: 100_000 })
  const reader = await openReader(`${service.url}/notifications/sse`, {
    'x-f-authorization': token,
    'x-f-authentication': buyer.token,
  })
  const order = { payment_type: 'ticket', entity_id: tier.id }
  const by = { token, user: buyer.token }
  const end = performance.now() + seconds * 1000
  let sold = 0
  while (performance.now() < end) {
    const paid = await callAt(service.url, '/payments', { ...by, body: order })
    if (paid.status === 201) sold++
    const declined = { ...order, processorPaymentMethodId: 'pm_card_chargeDeclined' }
    await callAt(service.url, '/payments', { ...by, body: declined })
    const refund = { token, user: admin.token, body: { amount: 1 } }
    await callAt(service.url, `/payments/${paid.body.id}/refund`, refund)
    for (const path of ['/festivals', '/genres', '/artists', '/none']) {
      await callAt(service.url, path, { token })
    }
    const wrong = { email: buyer.email, password: 'not that one' }
    await callAt(service.url, '/auth/user', { token, body: wrong })
    await callAt(service.url, '/auth/forgot-password', { body: { email: buyer.email } })
  }
  return { sold, reader }
}

type Panel = { title: string; targets?: { expr: string }[] }

/** The queries of the dashboard, with its variables filled in. */
async function queriesOf(): Promise<{ title: string; query: string }[]> {
  const { panels } = JSON.parse(await readFile('deploy/grafana/festival.json', 'utf8'))
  return (panels as Panel[]).flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      title,
      query: expr.replaceAll('$job', 'festival').replaceAll('$__rate_interval', '15s'),
    })),
  )
}

test('promtool finds no error in the figures, the rules and the configuration', {
  skip,
}, async () => {
  const answer = await fetch(`${service.url}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const figures = await answer.text()
  assert.match(figures, /^festival_database_up 1$/m)
  assert.equal(await promtool(['check', 'metrics'], figures), '')
  assert.match(await promtool(['check', 'metrics'], figures.replaceAll('_total', '_all')), /_total/)
  assert.equal(await promtool(['check', 'rules', 'deploy/prometheus/alerts.yml']), '')
  assert.equal(await promtool(['check', 'config', 'deploy/prometheus/prometheus.yml']), '')
})

test('every panel of the dashboard shows data of a working service', { skip }, async (t) => {
  const prometheus = await startPrometheus(closing, service.url, METRICS_TOKEN)
  const { sold, reader } = await work(sized(10, 60))
  assert.ok(sold > 0)
  const queries = await queriesOf()
  const isEmpty = async (query: string) => {
    const values = await prometheus.query(query)
    return values.length === 0 || values.some((value) => !Number.isFinite(value))
  }
  let empty: string[] = []
  // Panels over the last 15 seconds show what has just happened.
  await until(
    'all panels',
    async () => {
      const found = await Promise.all(
        queries.map(async ({ title, query }) =>
          (await isEmpty(query)) ? [`${title}: ${query}`] : [],
        ),
      )
      empty = found.flat()
      return empty.length === 0
    },
    sized(10_000, 10_000),
  ).catch(() => {})
  reader.close()
  assert.deepEqual(empty, [])
  const [requests = 0] = await prometheus.query(
    'sum(increase(festival_http_request_duration_seconds_count{route="/payments",status="2xx"}[1m]))',
  )
  assert.ok(requests > sold / 2, `${requests} of ${sold}`)
  assert.deepEqual(await prometheus.query('festival_no_such_figure'), [])
  t.diagnostic(`${queries.length} queries show something after ${sold} sales`)
})
