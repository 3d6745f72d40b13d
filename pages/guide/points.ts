import type { GeoProjection } from 'd3-geo'
import { guideWords as words } from '#common/words/guide-words'
import type { MapFestival } from '../../client/src/index.ts'
import { clusterOf, labelsOf } from './clusters.ts'
import type { Size } from './view.ts'

export type Located = MapFestival & { at: readonly [lng: number, lat: number] }
type Placed = { festival: Located; x: number; y: number }
type Group = { x: number; y: number; radius: number; items: Placed[] }

type Plan = {
  projection: GeoProjection
  size: Size
  onCluster: (festivals: Located[]) => void
}

/** The width of a letter in the map's names, in pixels: precise enough to detect overlapping names. */
const letter = 7.2

/** Draws the points, the highest ranks first, each as a link; several at one place are a button. */
export function drawPoints(drawing: SVGElement, festivals: Located[], plan: Plan): void {
  const { projection, size, onCluster } = plan
  const greatest = Math.max(1, ...festivals.map(({ rank }) => rank))
  const placed = festivals.flatMap((festival) => {
    const [x, y] = projection([festival.at[0], festival.at[1]]) ?? [-1, -1]
    const isInside = x >= 0 && y >= 0 && x <= size.width && y <= size.height
    return isInside ? [{ festival, x, y }] : []
  })
  const groups = clusterOf(placed, (items) => radiusOf(items, greatest))
  const widths = groups.map(({ items }) => (items.length === 1 ? widthOf(items) : 0))
  const labels = labelsOf(groups, widths, size)
  const drawn = groups.map((group, index) => {
    const label = labels[index]
    return group.items.length > 1 || !label ? cluster(group, onCluster) : link(group, label)
  })
  drawing.append(...drawn)
}

function radiusOf(items: Placed[], greatest: number): number {
  if (items.length > 1) return Math.min(14 + items.length, 24)
  const [first] = items
  return 7 + 7 * Math.sqrt(Math.max(0, first?.festival.rank ?? 0) / greatest)
}

function widthOf([first]: Placed[]): number {
  return shortened(first?.festival.name ?? '').length * letter
}

function shortened(name: string): string {
  const signs = [...name]
  return signs.length > 28 ? `${signs.slice(0, 27).join('')}…` : name
}

function link(
  { x, y, radius, items }: Group,
  label: ReturnType<typeof labelsOf>[number],
): SVGElement {
  const [{ festival } = { festival: undefined }] = items
  if (!festival) return svg('g', {})
  const { id, name, venue, country } = festival
  const place = [venue, country]
    .filter(Boolean)
    .map((part) => `, ${part}`)
    .join('')
  const made = svg('a', { href: `/guide/${id}`, class: 'point', 'aria-label': `${name}${place}` })
  const text = svg('text', {
    class: label.isFree ? 'label' : 'label crowded',
    x: `${label.x}`,
    y: `${label.y}`,
    'text-anchor': label.anchor,
  })
  text.textContent = shortened(name)
  made.append(target(x, y), circle(x, y, radius), text)
  return made
}

function cluster({ x, y, radius, items }: Group, onCluster: Plan['onCluster']): SVGElement {
  const festivals = items.map(({ festival }) => festival)
  const [first] = festivals
  const made = svg('g', {
    class: 'cluster',
    role: 'button',
    tabindex: '0',
    'aria-label': words.mapGroup(items.length, first?.venue ?? first?.name ?? words.here),
  })
  const text = svg('text', { x: `${x}`, y: `${y + 5}`, 'text-anchor': 'middle' })
  text.textContent = `${items.length}`
  made.append(target(x, y), circle(x, y, radius), text)
  const act = () => onCluster(festivals)
  made.addEventListener('click', act)
  made.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    act()
  })
  return made
}

/** The target for a finger: 44 pixels, whatever the size of the point. */
function target(x: number, y: number): SVGElement {
  return svg('circle', { class: 'target', cx: `${x}`, cy: `${y}`, r: '22' })
}

function circle(x: number, y: number, radius: number): SVGElement {
  return svg('circle', { class: 'dot', cx: `${x}`, cy: `${y}`, r: `${radius}` })
}

/** Creates an SVG element. */
export function svg(
  name: 'svg' | 'g' | 'a' | 'path' | 'circle' | 'text',
  attributes: Record<string, string>,
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
