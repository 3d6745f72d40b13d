/** `GET /metrics`, and the dashboard and alerts that use it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import Fastify, { type InjectOptions } from 'fastify'
import type { Config } from '#platform/config/variables'
import { writeAnswers } from '#platform/http/answers/answers'
import { serveMetrics } from '#platform/http/metrics-route'
import { Metrics } from '#platform/observe/metrics'
import { Traffic } from '#platform/observe/traffic'
import { restarts } from '../src/server/restarts.ts'
import { aTier } from './buying.ts'
import { aFestival } from './catalogue.ts'
import { aDevice, anUpload, scan } from './gate.ts'
import { aBoxOffice, aShift, atTill } from './till.ts'
import { until } from './until.ts'
import { aVoucher, orderTickets } from './vouchers.ts'
import { aWorld } from './world.ts'

const world = await aWorld()
const { app, get, post, aUser } = world
await world.jobs.start()
const service = await app.listen({ port: 0, host: '127.0.0.1' })

const manual = readFileSync('docs/operating/monitoring.md', 'utf8')

async function scrape(): Promise<string> {
  const { statusCode, body } = await app.inject('/metrics')
  assert.equal(statusCode, 200, body)
  return body
}

/** Returns the value of a series; NaN when there is none. */
function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1))
}

/** Returns how much a series has grown during some work. */
async function growth(series: string, work: () => Promise<unknown>): Promise<number> {
  const before = valueOf(await scrape(), series) || 0
  await work()
  return valueOf(await scrape(), series) - before
}

const ofRoute = (route: string, status: string, method = 'GET') =>
  `festival_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`

// Requirement (rules): /metrics is well formed after Prometheus' conventions
test('every figure is named, described and typed as Prometheus wants it', async () => {
  const text = await scrape()
  const types = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
  assert.ok(types.size > 40, `${types.size}`)
  for (const [name, type] of types) {
    assert.match(name, /^(festival|process|nodejs)_[a-z0-9_]+$/)
    assert.equal(type === 'counter', name.endsWith('_total'), `${name} is a ${type}`)
    assert.doesNotMatch(name, /milli|_ms$|_ms_|kilo|mega/)
    assert.match(text, new RegExp(`^# HELP ${name} \\S.{10,}`, 'm'))
    if (name.startsWith('festival_'))
      assert.ok(manual.includes(`\`${name}\``), `${name} in docs/operating/monitoring.md`)
  }
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, name = '', value = ''] = /^(\w+)(?:\{(?:\w+="[^"]*",?)+\})? (\S+)$/.exec(line) ?? []
    assert.ok(types.has(name) || types.has(name.replace(/_(bucket|sum|count)$/, '')), line)
    assert.ok(!Number.isNaN(Number(value)), line)
  }
})

test('a histogram counts up to each bound, the last of which is all', async () => {
  const metrics = new Metrics()
  const traffic = new Traffic(metrics)
  for (const ms of [0.4, 1, 30, 99_000]) traffic.count('GET', '/gigs', { status: 200, ms })
  const [figure] = await metrics.own()
  const values = figure?.values ?? []
  const upTo = (le: string) => values.find(({ labels }) => labels['le'] === le)?.value
  assert.deepEqual(
    [upTo('0.001'), upTo('0.025'), upTo('0.05'), upTo('10'), upTo('+Inf')],
    [2, 2, 3, 3, 4],
  )
  const sum = values.find(({ metricName }) => metricName?.endsWith('_sum'))?.value ?? 0
  assert.ok(Math.abs(sum - 99.0314) < 1e-9, `${sum}`)
})

// Requirement (rules): Requests, errors and latencies by route are counted, also those answered from memory
test('every request is counted under its route, also those answered from memory', async () => {
  const ask = () =>
    fetch(`${service}/genres`, { headers: { 'x-f-authorization': world.client.token } }).then(
      (answer) => answer.text(),
    )
  const asked = await growth(ofRoute('/genres', '2xx'), async () => {
    for (let i = 0; i < 10; i++) await ask()
    await until('counted', async () => valueOf(await scrape(), ofRoute('/genres', '2xx')) >= 10)
  })
  assert.equal(asked, 10)
  const hits = 'festival_kept_answers_total{result="hit"}'
  await until('one is known', async () => (await growth(hits, ask)) === 1)
  assert.ok(valueOf(await scrape(), 'festival_kept_answers_bytes') > 0)
})

test('a refusal is counted by its class and its code, an unknown address under one common name', async () => {
  assert.equal(await growth(ofRoute('/users/i', '4xx'), () => get('/users/i', { client: null })), 1)
  assert.equal(await growth(ofRoute('none', '4xx'), () => app.inject('/no/such?secret=1')), 1)
  assert.doesNotMatch(await scrape(), /no\/such|secret/)
  const declined = 'festival_refusals_total{code="too_many_failures"}'
  const as = { email: 'guessed@people.example', password: 'not it at all' }
  const guess = () => post('/auth/user', as)
  for (let i = 0; i < 10; i++) await guess()
  assert.equal(await growth(declined, guess), 1)
})

// Requirement (rules): Sales, declines and refunds are counted, in cents
test('a sale, a decline and a refund are counted, in cents', async () => {
  const buyer = await aUser()
  const tier = await aTier(world)
  const buy = (method: string) =>
    post(
      '/payments',
      { payment_type: 'ticket', entity_id: tier.id, processorPaymentMethodId: method },
      { as: buyer },
    )
  const sold = await growth('festival_sales_cents_total', () => buy('pm_card_visa'))
  assert.equal(sold, tier.price_cents)
  const failed = 'festival_payments_total{status="failed"}'
  assert.equal(await growth(failed, () => buy('pm_card_chargeDeclined')), 1)
  const admin = await aUser({ roles: ['admin'] })
  const { body } = await buy('pm_card_visa')
  const returned = await growth('festival_refunds_cents_total', () =>
    post(`/payments/${body.id}/refund`, { amount: 20 }, { as: admin }),
  )
  assert.equal(returned, 2_000)
})

test('what vouchers take off prices is counted, in cents, and their uses', async () => {
  const { id: festival_id } = await aFestival(world)
  const tier = await aTier(world, { festival_id, price_cents: 5_000 })
  const { code: voucher } = await aVoucher(world, { festival_id })
  const buyer = await aUser()
  const buy = () => orderTickets(world, buyer, { id: tier.id, quantity: 2, voucher })
  assert.equal(await growth('festival_discounts_cents_total', buy), 5_000)
  assert.equal(await growth('festival_voucher_uses_total', buy), 2)
})

// Requirement (rules): Jobs, payments and refunds under way and the database's size are read from the
//   database
test('pending work is read from the database', async () => {
  const [pending, refunds] = ['festival_payments_open{status="pending"}', 'festival_refunds_open']
  const read = async (name: string) => valueOf(await scrape(), name)
  await until('payments are counted', async () => (await read(pending)) >= 0)
  await until('refunds are counted', async () => (await read(refunds)) >= 0)
  await until(
    'the size is read',
    async () => (await read('festival_database_size_bytes')) > 1_000_000,
  )
  await until('jobs are counted', async () =>
    /^festival_jobs\{queue="password-reset",state="waiting"\} \d/m.test(await scrape()),
  )
})

test('a wrong password is counted, a job by its result', async () => {
  const wrong = () =>
    post('/auth/user', { email: 'unknown@people.example', password: 'not it at all' })
  assert.equal(await growth('festival_wrong_passwords_total', wrong), 1)
  const runs = 'festival_job_runs_total{queue="password-reset",result="completed"}'
  await post('/auth/forgot-password', { email: 'unknown@people.example' })
  await until('it has run', async () => valueOf(await scrape(), runs) === 1)
})

test('figures of several processes are summed, and shared ones are reported once', async () => {
  const [one, other] = [new Metrics(), new Metrics()]
  for (const metrics of [one, other]) {
    metrics.counter({ name: 'festival_things_total', help: 'Things' }).add({}, 2)
    metrics.gauge({ name: 'festival_up', help: 'Up', aggregator: 'min' }, () =>
      metrics === one ? 1 : 0,
    )
    metrics.addShared(async () => [
      {
        name: 'festival_shared',
        help: 'Shared',
        type: 'gauge',
        aggregator: 'first',
        values: [{ labels: {}, value: 7 }],
      },
    ])
  }
  one.others = async () => [await other.own()]
  const { AggregatorRegistry } = await import('prom-client')
  const text = await AggregatorRegistry.aggregate(await one.all()).metrics()
  assert.deepEqual(
    ['festival_things_total', 'festival_up', 'festival_shared'].map((name) => valueOf(text, name)),
    [4, 0, 7],
  )
})

/** The figures alone, with the access that a configuration allows. */
async function guarded(config: Partial<Config>) {
  const bare = Fastify()
  bare.decorate('config', { ...world.config, ...config })
  bare.decorate('metrics', new Metrics())
  writeAnswers(bare)
  serveMetrics(bare)
  await bare.ready()
  return async (from: InjectOptions = {}) =>
    (await bare.inject({ url: '/metrics', ...from })).statusCode
}

// Requirement (rules): Only a caller with METRICS_TOKEN reads the figures
test('with METRICS_TOKEN only requests that send it read the figures', async () => {
  const METRICS_TOKEN = 'a token of the monitoring'
  const ask = await guarded({ METRICS_TOKEN, NODE_ENV: 'production' })
  const say = (authorization: string) => ask({ headers: { authorization } })
  assert.equal(await ask(), 401)
  assert.equal(await say('Bearer another token'), 401)
  assert.equal(await say('Bearer '), 401)
  assert.equal(await say(`Basic ${METRICS_TOKEN}`), 401)
  assert.equal(await say(`Bearer ${METRICS_TOKEN}`), 200)
})

// Requirement (rules): In production the figures cannot be read without a token
test('without METRICS_TOKEN they are readable only from this machine, and in production not at all', async () => {
  const ask = await guarded({})
  assert.equal(await ask({ remoteAddress: '127.0.0.1' }), 200)
  assert.equal(await ask({ remoteAddress: '::1' }), 200)
  for (const remoteAddress of ['10.0.0.1', '192.168.1.2', '203.0.113.9', '::ffff:10.0.0.1']) {
    assert.equal(await ask({ remoteAddress }), 404, remoteAddress)
  }
  assert.equal(await ask({ headers: { 'x-forwarded-for': '203.0.113.9' } }), 404)
  assert.equal(await ask({ headers: { forwarded: 'for=203.0.113.9' } }), 404)
  assert.equal(await (await guarded({ NODE_ENV: 'production' }))(), 404)
})

test('gates and tills: who is inside, what scans came to, sales by means, and what closing found', async () => {
  const office = await aBoxOffice(world)
  const { festivalId, manager } = office
  const { id: tier } = await office.tier({ price_cents: 3000 })
  const shift = await aShift(world, office)
  const till = atTill(world, shift)
  const body = { payment_type: 'ticket', entity_id: tier, quantity: 1 }
  const sold = async () => {
    await till.sell(tier)
    const { body: sale } = await till.sell(tier, { means: 'terminal' })
    await till.conclude(sale.id, { result: 'paid' })
    const gate = await aDevice(world, { festival: { id: festivalId }, manager })
    const [{ code }] = (await till.get(`/sales/${sale.id}`)).body.tickets
    await scan(world, gate, anUpload(festivalId, [{ code }, { code }]))
    const headers = { ...till.headers, 'idempotency-key': tier }
    await post(`/festivals/${festivalId}/leases`, body, { headers })
  }
  const cents = (means: string) => `festival_till_sales_cents_total{means="${means}"}`
  const scans = (outcome: string) => `festival_scans_total{outcome="${outcome}"}`
  const grown = async (series: string[], work: () => Promise<unknown>) => {
    const [before, , after] = [await scrape(), await work(), await scrape()]
    return series.map((one) => valueOf(after, one) - (valueOf(before, one) || 0))
  }
  const counted = [cents('cash'), cents('terminal'), scans('admitted'), scans('already_validated')]
  assert.deepEqual(await grown(counted, sold), [3000, 3000, 1, 1])
  const isShown = async () => {
    const text = await scrape()
    const inside = `festival_zone_inside{festival="${festivalId}",zone="main"}`
    return [inside, 'festival_shifts_open', 'festival_leases_open'].every(
      (series) => valueOf(text, series) === 1,
    )
  }
  await until('the figures of the database', isShown)
  const { body: leases } = await get(`/festivals/${festivalId}/leases`, { as: manager })
  await post(`/leases/${leases[0].id}/write-off`, { reason: 'Test' }, { as: manager })
  const short = 'festival_shift_differences_cents_total{side="short"}'
  assert.equal(await growth(short, () => till.close(129.5)), 50)
})

// Requirement (rules): The Grafana dashboard and the alerts name only figures that exist
test('the dashboard and the alerts use only existing figures', async () => {
  const here = (await scrape()).matchAll(/^# TYPE (\S+)/gm)
  const ofProcess = [restarts.database.name, restarts.worker.name]
  const known = new Set([...ofProcess, ...[...here].map(([, name]) => name)])
  const files = ['deploy/grafana/festival.json', 'deploy/prometheus/alerts.yml']
  for (const file of files) {
    const names = readFileSync(file, 'utf8').match(/\b(festival|nodejs|process)_[a-z0-9_]+/g) ?? []
    assert.ok(names.length > 8, `${file}: ${names.length}`)
    const unknown = names.filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')))
    assert.deepEqual(unknown, [], file)
  }
})
