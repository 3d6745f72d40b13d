/** The page of a drill: one self-contained file, to store and to show. */
import { counted } from '../../terminal/output.ts'
import type { Check } from '../checks.ts'
import { type Chart, escape, renderChart, type Series } from './charts.ts'
import type { Counter } from './measures.ts'
import type { Report } from './report.ts'

const style = `
:root { color-scheme: light dark; --back: #fff; --text: #1a1b1e; --faint: #5c636a; --rule: #d5d9dd; --good: #1b7f3b; --bad: #b3261e;
  --one: #1864ab; --two: #b3541e; --three: #1b7f3b; }
@media (prefers-color-scheme: dark) { :root { --back: #16181b; --text: #e8eaed; --faint: #a6adb4; --rule: #3a3f44; --good: #69c486;
  --bad: #ff9088; --one: #74b3f0; --two: #f0a36b; --three: #69c486; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--back); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0 0 .25rem; font-size: 1.75rem; } h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; }
p { margin: .25rem 0; } .faint { color: var(--faint); }
.verdict { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); padding-bottom: .25rem; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; padding-right: 0; padding-left: .75rem; white-space: nowrap; }
th { font-weight: 600; } td.figure { text-align: right; } .facts th { font-weight: 400; }
figure { margin: 1.5rem 0; } figcaption { font-weight: 600; }
.legend { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: .25rem 0; padding: 0; list-style: none; color: var(--faint); }
.key { display: inline-block; width: 1.25rem; height: .2rem; margin-right: .4rem; vertical-align: middle; }
.key.line-0 { background: var(--one); } .key.line-1 { background: var(--two); } .key.line-2 { background: var(--three); }
svg { display: block; width: 100%; min-width: 36rem; height: auto; } svg text { fill: var(--faint); font-size: 12px; }
polyline { fill: none; stroke-width: 1.75; stroke-linejoin: round; }
polyline.line-0 { stroke: var(--one); } polyline.line-1 { stroke: var(--two); } polyline.line-2 { stroke: var(--three); }
.grid { stroke: var(--rule); } .event { stroke: var(--faint); stroke-dasharray: 3 4; }
article { border-bottom: 1px solid var(--rule); padding: .75rem 0; } li { overflow-wrap: anywhere; } article h3 { margin: 0; font-size: 1rem; }
pre { overflow-x: auto; margin: .5rem 0 0; font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--faint); }`

export function renderPage(report: Report): string {
  const { size, seed, seconds, checks } = report
  const failed = checks.filter(({ faults }) => faults.length > 0)
  const verdict =
    failed.length === 0
      ? `<p class="verdict good">All ${checks.length} checks hold.</p>`
      : `<p class="verdict bad">Failed: ${escape(failed.map(({ name }) => name).join(', '))}</p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Festival drill: ${escape(size)}</title>
<style>${style}
</style>
</head>
<body>
<main>
<h1>Festival drill</h1>
<p class="faint">Size ${escape(size)}, ${counted(seconds)} seconds, seed ${seed}. People, services and PostgreSQL shared one machine.</p>
${verdict}
<h2>Phases</h2>
${phasesOf(report)}
<h2>Charts</h2>
<p class="faint">Broken lines are what interrupted it, listed below.</p>
${chartsOf(report).map(renderChart).join('\n')}
${eventsOf(report)}
<h2>Figures</h2>
${factsOf(report)}
<h2>Checks</h2>
${checks.map(toArticle).join('\n')}
</main>
</body>
</html>
`
}

function phasesOf({ phases }: Report): string {
  const rows = phases.map(
    ({ name, ...figures }) =>
      `<tr><th scope="row">${escape(name)}</th>${[
        figures.seconds,
        figures.requests,
        figures.per_second,
        figures.p50,
        figures.p99,
        figures.trouble,
      ]
        .map((figure) => `<td class="number">${counted(figure)}</td>`)
        .join('')}</tr>`,
  )
  const heads = ['Seconds', 'Requests', 'A second', 'p50, ms', 'p99, ms', 'With trouble']
  return `<div class="wide" tabindex="0" role="region" aria-label="Phases"><table>
<caption>With trouble: no answer, or one of the service’s own (5xx); who asked has asked again.</caption>
<thead><tr><th scope="col">Phase</th>${heads.map((head) => `<th scope="col" class="number">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

function chartsOf({ requests, trouble, p50, p99, samples, events, seconds }: Report): Chart[] {
  const bySecond = (name: string, values: number[]): Series => ({
    name,
    values: values.map((value, at) => ({ at, value })),
  })
  const counter = (name: string, of: Counter): Series => ({
    name,
    values: samples.map((sample) => ({ at: sample.at, value: sample[of] })),
  })
  const all = { events, seconds }
  return [
    {
      ...all,
      id: 'requests',
      title: 'Requests a second',
      unit: 'a second',
      series: [bySecond('answered', requests), bySecond('with trouble', trouble)],
    },
    {
      ...all,
      id: 'latency',
      title: 'Latency, ms',
      unit: 'ms',
      series: [bySecond('p50', p50), bySecond('p99', p99)],
    },
    {
      ...all,
      id: 'queue',
      title: 'The queue: people who have entered, and turns given',
      unit: '',
      series: [counter('entered', 'entered'), counter('turns given', 'served')],
    },
    {
      ...all,
      id: 'tickets',
      title: 'Tickets sold, and people inside',
      unit: '',
      series: [counter('sold', 'sold'), counter('inside', 'inside')],
    },
  ]
}

function eventsOf({ events }: Report): string {
  const lines = events.map(({ at, what }) => `<li>${at.toFixed(0)} s: ${escape(what)}</li>`)
  return `<ul>${lines.join('\n')}</ul>`
}

function factsOf({ facts }: Report): string {
  const groups = [...Map.groupBy(facts, ({ group }) => group)]
  return groups
    .map(([group, some]) => {
      const rows = some.map(
        ({ what, figure }) =>
          `<tr><th scope="row">${escape(what)}</th><td class="figure">${escape(figure)}</td></tr>`,
      )
      return `<table class="facts"><caption>${escape(group)}</caption><tbody>${rows.join('\n')}</tbody></table>`
    })
    .join('\n')
}

function toArticle({ name, holds, query, figure, faults }: Check): string {
  const holdsIt = faults.length === 0
  const found = faults.map((fault) => `<li>${escape(fault)}</li>`).join('')
  return `<article>
<h3><span class="${holdsIt ? 'good' : 'bad'}">${holdsIt ? '✓ holds' : '✗ fails'}</span> ${escape(name)}</h3>
<p>${escape(holds)} <span class="faint">(${escape(figure)})</span></p>
${found && `<ul class="bad">${found}</ul>`}
<details><summary>How it is asked</summary><pre>${escape(query)}</pre></details>
</article>`
}
