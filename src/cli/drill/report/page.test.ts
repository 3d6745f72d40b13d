/** The page of a drill has every figure and check, stands alone, and shows text never as markup. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holding, report } from '../../../../test/drill-report.ts'
import { Histogram } from './histogram.ts'
import { renderPage } from './page.ts'

// Requirement (rules): festival drill writes one page with every figure and check
test('it has every phase, figure and check, with its query', () => {
  const html = renderPage(report)
  const wanted = ['1,234', 'Tickets sold', 'PostgreSQL is killed', 'sold &gt; quantity']
  for (const text of [...wanted, 'All 1 checks hold', holding.name, holding.holds]) {
    assert.ok(html.includes(text), text)
  }
})

test('it stands alone: nothing is loaded, and nothing runs', () => {
  assert.doesNotMatch(renderPage(report), /<script|<link|<img|@import|url\(|https?:|src=/)
})

test('each chart tells its highest values to those who do not see it', () => {
  const charts = [...renderPage(report).matchAll(/<svg [^>]*role="img" aria-label="([^"]*)"/g)]
  assert.deepEqual(
    charts.map(([, label]) => label),
    [
      'Requests a second. answered: at most 834 a second; with trouble: at most 4 a second',
      'Latency, ms. p50: at most 3 ms; p99: at most 31 ms',
      'The queue: people who have entered, and turns given. entered: at most 600; turns given: at most 130',
      'Tickets sold, and people inside. sold: at most 420; inside: at most 380',
    ],
  )
})

test('a drill of two hours is drawn in few points, and its peaks stay', () => {
  const hours = Array.from({ length: 7_200 }, (_, second) => (second === 4_711 ? 5_000 : 10))
  const figures = { requests: hours, trouble: hours, p50: hours, p99: hours }
  const html = renderPage({ ...report, ...figures, seconds: hours.length })
  assert.ok(html.length < 60_000, `${html.length} characters`)
  assert.match(html, /answered: at most 5,000 a second/)
  const [line = ''] = html.match(/(?<=<polyline class="line-0" points=")[^"]*/) ?? []
  const heights = line.split(' ').map((point) => Number(point.split(',')[1]))
  assert.equal(Math.min(...heights), 12)
})

test('a check that fails is named at the top, and its faults are text', () => {
  const failing = { ...holding, faults: ['<b>Weekend</b>: 421 of 420'] }
  const html = renderPage({ ...report, checks: [failing] })
  assert.match(html, /class="verdict bad">Failed: none-oversold</)
  assert.ok(html.includes('&lt;b&gt;Weekend&lt;/b&gt;: 421 of 420'))
  assert.ok(!html.includes('<b>'))
})

test('a quantile of latencies is within the width of a bin', () => {
  const latencies = new Histogram()
  for (let ms = 1; ms <= 1_000; ms++) latencies.add(ms)
  for (const [share, exact] of [
    [0.5, 500],
    [0.99, 990],
    [1, 1_000],
  ] as const) {
    const found = latencies.quantile(share)
    assert.ok(found >= exact && found < exact * 1.07, `${share}: ${found}`)
  }
  assert.equal(new Histogram().quantile(0.5), 0)
})
