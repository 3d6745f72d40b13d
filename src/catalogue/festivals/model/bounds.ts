import { invalidField, invalidFields } from '#platform/values/errors'

export type Bounds = { south: number; north: number; west: number; east: number }

type BoundsQuery = Partial<Record<'min_lat' | 'max_lat' | 'min_lng' | 'max_lng', number>>

/**
 * Returns the bounding box of a map query. All four bounds are required; the western longitude may be larger than the
 * eastern one, across the antimeridian.
 * @throws 400
 */
export function boundsOf({ min_lat, max_lat, min_lng, max_lng }: BoundsQuery): Bounds {
  const bounds = { min_lat, max_lat, min_lng, max_lng }
  const missing = Object.entries(bounds).flatMap(([name, bound]) =>
    bound === undefined ? [name] : [],
  )
  if (
    min_lat === undefined ||
    max_lat === undefined ||
    min_lng === undefined ||
    max_lng === undefined
  ) {
    throw invalidFields(
      `${missing.join(', ')} must be given with map=true`,
      missing.map((path) => ({ path, code: 'required', message: `${path} is required` })),
    )
  }
  if (min_lat > max_lat) throw invalidField('min_lat', 'must not be above max_lat')
  return { south: min_lat, north: max_lat, west: min_lng, east: max_lng }
}

/** Splits bounds into boxes. At the antimeridian both sides count; 180 and -180 are one meridian. */
export function boxesOf({ south, north, west, east }: Bounds): Bounds[] {
  if (west <= east) {
    const isRound = west === -180 && east === 180
    const edges = isRound ? [] : [...(east === 180 ? [-180] : []), ...(west === -180 ? [180] : [])]
    return [{ west, east }, ...edges.map((lng) => ({ west: lng, east: lng }))].map((box) => ({
      south,
      north,
      ...box,
    }))
  }
  return [
    { south, north, west, east: 180 },
    { south, north, west: -180, east },
  ]
}

/** Returns the area in square degrees, of the map, not of the globe. */
export function areaOf({ south, north, west, east }: Bounds): number {
  return (north - south) * (east - west)
}

/** The size of a cell of the map in the database's notifications, degrees. */
export const degrees = 5
const mostCells = 16

/**
 * Returns the names under which the database reports that a box shows something else: the names of its cells of five by
 * five degrees, or the name of the whole map if the cells are many.
 */
export function namesOfBox(bounds: Bounds): string[] {
  const boxes = boxesOf(bounds)
  if (boxes.some((box) => areaOf(box) > mostCells * degrees ** 2)) return ['map']
  const names = boxes.flatMap(({ south, north, west, east }) =>
    cells(south + 90, north + 90).flatMap((row) =>
      cells(west + 180, east + 180).map((column) => `map:${row}:${column}`),
    ),
  )
  return names.length > mostCells ? ['map'] : [...new Set(names)]
}

function cells(from: number, to: number): number[] {
  const [first, last] = [Math.floor(from / degrees), Math.floor(to / degrees)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
