import { type GeoPermissibleObjects, type GeoProjection, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import worldAddress from 'world-atlas/countries-110m.json?url'
import { guideWords as words } from '#common/words/guide-words'
import type { MapFestival } from '../../client/src/index.ts'
import { near } from './clusters.ts'
import { drawPoints, type Located, svg } from './points.ts'
import { ask, festival, serverNow } from './session.ts'
import { canBeCloser, onMap, type Size, viewOf } from './view.ts'

type World = Parameters<typeof mesh>[0]

/** The longest time ago that a festival still on may have started, in ms; the same as on the server. */
const running = 31 * 86_400_000
const everywhere = {
  map: true,
  limit: 200,
  min_lat: -90,
  max_lat: 90,
  min_lng: -180,
  max_lng: 180,
} as const

/** Draws the page's festivals on a map: land, points sized by rank, clusters where they overlap. */
export async function drawMap(section: HTMLElement): Promise<void> {
  const note = section.querySelector<HTMLElement>('.map-note')
  try {
    const [world, festivals] = await Promise.all([readWorld(), readFestivals(section)])
    if (festivals.length === 0) {
      if (note) note.textContent = words.mapEmpty
      return
    }
    show(section, await shapesOf(world), festivals)
  } catch {
    if (note) note.textContent = words.mapFailed
  }
}

async function readWorld(): Promise<World> {
  const answer = await fetch(worldAddress)
  if (!answer.ok) throw new Error(`${answer.status}`)
  return (await answer.json()) as World
}

async function readFestivals({ dataset: { time } }: HTMLElement): Promise<Located[]> {
  const now = serverNow()
  const country = new URLSearchParams(location.search).get('country')
  const query = {
    ...everywhere,
    ...(country && { country }),
    ...(time === 'past'
      ? { time: 'past' as const }
      : { start_time: new Date(now.getTime() - running).toISOString() }),
  }
  const { festivals } = await ask(() => festival.festivals.list(query))
  const isShown = ({ end_time }: MapFestival) => time === 'past' || new Date(end_time) >= now
  return festivals.filter(isShown).flatMap((one) => {
    return one.coordinates
      ? [{ ...one, at: [one.coordinates.lng, onMap(one.coordinates.lat)] as const }]
      : []
  })
}

function show(section: HTMLElement, shapes: Shapes, festivals: Located[]): void {
  const all = document.createElement('button')
  all.type = 'button'
  all.className = 'map-all'
  all.textContent = words.mapAll
  const panel = document.createElement('ul')
  panel.className = 'map-panel'
  let drawing = svg('svg', { class: 'world', role: 'group', 'aria-label': words.festivals })
  section.replaceChildren(drawing, all, panel)

  let shown = festivals
  const draw = () => {
    const size = { width: section.clientWidth, height: section.clientHeight }
    const projection = viewOf(pointsOf(shown), size)
    const next = svg('svg', {
      class: 'world',
      role: 'group',
      'aria-label': words.festivals,
      viewBox: `0 0 ${size.width} ${size.height}`,
    })
    next.append(...landOf(shapes, projection))
    drawing.replaceWith(next)
    drawing = next
    drawPoints(next, festivals, {
      projection,
      size,
      onCluster: (group) => enter(group, size),
    })
    all.hidden = shown === festivals && panel.hidden
  }
  const enter = (group: Located[], size: Size) => {
    panel.hidden = canBeCloser(pointsOf(group), size, near)
    if (panel.hidden) shown = group
    else panel.replaceChildren(...group.map(linkTo))
    draw()
    ;(panel.querySelector('a') ?? all).focus()
  }
  all.addEventListener('click', () => {
    shown = festivals
    leave(panel)
    draw()
    drawing.querySelector<SVGElement>('a, [tabindex]')?.focus()
  })
  leave(panel)
  // The observer also fires at the start, which draws the map.
  new ResizeObserver(draw).observe(section)
}

function leave(panel: HTMLElement): void {
  panel.hidden = true
  panel.replaceChildren()
}

function pointsOf(festivals: Located[]): [number, number][] {
  return festivals.map(({ at: [lng, lat] }) => [lng, lat])
}

/** A map cannot distinguish festivals at the same place: they are shown as a list. */
function linkTo({ id, name }: Located): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `/guide/${id}`
  link.textContent = name
  item.append(link)
  return item
}

/** The land and borders of the world, drawn again for each view. */
type Shapes = { land: GeoPermissibleObjects; borders: GeoPermissibleObjects }

/** In steps, so that a slow phone stays responsive. */
async function shapesOf(world: World): Promise<Shapes> {
  const { land, countries } = world.objects
  const outline = feature(world, land as Parameters<typeof feature>[1])
  await pause()
  const borders = mesh(world, countries as Parameters<typeof mesh>[1], (a, b) => a !== b)
  await pause()
  return { land: outline, borders }
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

function landOf({ land, borders }: Shapes, projection: GeoProjection): SVGElement[] {
  const path = geoPath(projection).digits(1)
  return [
    svg('path', { class: 'land', d: path(land) ?? '' }),
    svg('path', { class: 'borders', d: path(borders) ?? '' }),
  ]
}
