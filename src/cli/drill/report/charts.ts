/** Line charts over the seconds of a drill, as SVG. */
export type Series = { name: string; values: { at: number; value: number }[] }

export type Chart = {
  id: string
  title: string
  unit: string
  series: Series[]
  events: { at: number; what: string }[]
  /** duration of the drill, seconds */
  seconds: number
}

const [width, height] = [760, 220]
const edge = { left: 56, right: 12, top: 12, bottom: 28 }

/** Renders a chart. Its title describes it to people without sight: the highest value of each line. */
export function renderChart({ id, title, unit, series, events, seconds }: Chart): string {
  const most = niceAbove(Math.max(0, ...series.flatMap(({ values }) => highest(values))))
  const x = (at: number) =>
    fixed(edge.left + (at / Math.max(1, seconds)) * (width - edge.left - edge.right))
  const y = (value: number) =>
    fixed(height - edge.bottom - (value / most) * (height - edge.top - edge.bottom))
  const said = series
    .map(({ name, values }) => `${name}: at most ${number(highest(values))} ${unit}`.trim())
    .join('; ')
  const lines = series.map(({ values }, n) => {
    const points = [...peaks(values, (at) => Math.round(Number(x(at))))]
      .map(({ at, value }) => `${x(at)},${y(value)}`)
      .join(' ')
    return `<polyline class="line-${n}" points="${points}"/>`
  })
  const [base, top] = [height - edge.bottom, edge.top]
  const marks = events.map(
    ({ at, what }) =>
      `<line class="event" x1="${x(at)}" x2="${x(at)}" y1="${top}" y2="${base}"><title>${escape(what)}</title></line>`,
  )
  const grid = [0, 0.5, 1].map((share) => {
    const at = y(share * most)
    return `<line class="grid" x1="${edge.left}" x2="${width - edge.right}" y1="${at}" y2="${at}"/>
<text x="${edge.left - 6}" y="${Number(at) + 4}" text-anchor="end">${number(share * most)}</text>`
  })
  const times = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const anchor = share === 1 ? 'end' : share === 0 ? 'start' : 'middle'
    return `<text x="${x(share * seconds)}" y="${height - 8}" text-anchor="${anchor}">${Math.round(share * seconds)} s</text>`
  })
  const legend = series.map(
    ({ name }, n) => `<li><span class="key line-${n}"></span>${escape(name)}</li>`,
  )
  return `<figure>
<figcaption id="${id}">${escape(title)}</figcaption>
<ul class="legend">${legend.join('')}</ul>
<div class="wide" tabindex="0" role="region" aria-labelledby="${id}">
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(`${title}. ${said}`)}">
${[...grid, ...times, ...marks, ...lines].join('\n')}
</svg>
</div>
</figure>`
}

/** The highest value of each column of the picture: in a drill of an hour a column covers several seconds. */
function peaks(values: Series['values'], columnOf: (at: number) => number) {
  const kept = new Map<number, Series['values'][number]>()
  for (const one of values) {
    const column = columnOf(one.at)
    const before = kept.get(column)
    if (!before || one.value > before.value) kept.set(column, one)
  }
  return kept.values()
}

const highest = (values: Series['values']) =>
  values.reduce((most, { value }) => Math.max(most, value), 0)

/** Returns the next number of the form 1, 2 or 5 followed by zeros. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? power
}

const fixed = (place: number) => place.toFixed(1)
/** Abbreviates millions: `2.5M` fits beside a chart. */
const number = (value: number) =>
  value.toLocaleString('en', {
    maximumFractionDigits: 1,
    notation: value < 1_000_000 ? 'standard' : 'compact',
  })

export const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
