import { type GeoProjection, geoMercator } from 'd3-geo'

export type Size = { width: number; height: number }
type LngLat = [lng: number, lat: number]

/** The minimum width of the drawing in degrees of longitude: the coastlines have no finer detail. */
const least = 11
/** The space around the points, for their names. */
const margin = { width: 56, height: 32 }
const radians = Math.PI / 180
/** The latitude at which a Mercator map ends, north and south. */
const end = 85

/** Returns the latitude, or the nearest one on a Mercator map. */
export function onMap(lat: number): number {
  return Math.min(Math.max(lat, -end), end)
}

/** Returns a map just large enough for the points, north up. Latitudes must be on the map (`onMap`). */
export function viewOf(points: LngLat[], { width, height }: Size): GeoProjection {
  const { middle, span } = arcOf(points.map(([lng]) => lng))
  const heights = points.map(([, lat]) => mercator(lat))
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  const inner = {
    width: Math.max(width - 2 * margin.width, 1),
    height: Math.max(height - 2 * margin.height, 1),
  }
  const wanted = Math.min(inner.width / (span * radians), inner.height / (high - low))
  const scale = Math.min(wanted, width / (least * radians))
  const lat = (2 * Math.atan(Math.exp((low + high) / 2)) - Math.PI / 2) / radians
  return (
    geoMercator()
      .rotate([-middle, 0])
      .center([0, lat])
      .scale(scale)
      .translate([width / 2, height / 2])
      // Its lines are short already: bending them would take most of the drawing time without a visible
      // difference.
      .precision(0)
      .clipExtent([
        [-1, -1],
        [width + 1, height + 1],
      ])
  )
}

/** Returns true if zooming in separates at least two of the points by this many pixels. */
export function canBeCloser(points: LngLat[], size: Size, apart: number): boolean {
  const view = viewOf(points, size)
  const [first = [0, 0], ...others] = points.flatMap((point) => [view(point) ?? []])
  const [x = 0, y = 0] = first
  return others.some(([otherX = 0, otherY = 0]) => Math.hypot(otherX - x, otherY - y) >= apart)
}

function mercator(lat: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2))
}

/** The shortest arc that holds all longitudes: it is opposite the widest gap between two of them. */
function arcOf(lngs: number[]): { middle: number; span: number } {
  const sorted = lngs.toSorted((a, b) => a - b)
  const gaps = sorted.map((lng, index) => {
    const next = sorted[index + 1]
    return { from: lng, size: next === undefined ? (sorted[0] ?? 0) + 360 - lng : next - lng }
  })
  const widest = gaps.reduce((a, b) => (b.size > a.size ? b : a), { from: 0, size: 0 })
  const span = gaps.length > 1 ? 360 - widest.size : 0
  const start = widest.from + widest.size
  return { middle: ((start + span / 2 + 540) % 360) - 180, span }
}
