/** The map: Web Mercator, north up. It shows a small area, so the scale of its middle holds everywhere. */
export type LatLng = { lat: number; lng: number }
/** In pixels from the upper left corner of the map. */
export type Pixel = { x: number; y: number }
export type Size = { width: number; height: number }
/** The middle of the map, and the metres per pixel. */
export type View = LatLng & { metres: number }

const radius = 6_378_137
const radians = Math.PI / 180
/** The map ends at this latitude. */
const furthest = 85
const margin = 56
/** Metres per pixel, closest and farthest. */
const [closest, afar] = [0.05, 2_000]
/** A map of a single place shows this many metres around it. */
const around = 400

/** Returns the pixel of a position. */
export function toPixel(at: LatLng, view: View, { width, height }: Size): Pixel {
  const unit = view.metres / Math.cos(bounded(view.lat) * radians)
  const east = nearest(at.lng - view.lng) * radians * radius
  return {
    x: width / 2 + east / unit,
    y: height / 2 - (northing(at.lat) - northing(view.lat)) / unit,
  }
}

/** Returns the position of a pixel, rounded to a tenth of a metre. */
export function toLatLng({ x, y }: Pixel, view: View, { width, height }: Size): LatLng {
  const unit = view.metres / Math.cos(bounded(view.lat) * radians)
  const lng = view.lng + ((x - width / 2) * unit) / radius / radians
  const north = northing(view.lat) - (y - height / 2) * unit
  const lat = (2 * Math.atan(Math.exp(north / radius)) - Math.PI / 2) / radians
  return exact({ lat, lng })
}

/** Returns a view of all these places, with a margin. */
export function fit(places: LatLng[], size: Size): View {
  const [first] = places
  if (!first) return { lat: 0, lng: 0, metres: afar }
  // Places on both sides of the antimeridian are close to each other.
  const lngs = spanOf(places.map(({ lng }) => first.lng + nearest(lng - first.lng)))
  const lats = spanOf(places.map(({ lat }) => bounded(lat)))
  const middle = exact({ lat: lats.middle, lng: lngs.middle })
  const degree = radius * radians
  const metres = Math.max(
    (lngs.size * degree * Math.cos(middle.lat * radians)) / Math.max(size.width - 2 * margin, 1),
    (lats.size * degree) / Math.max(size.height - 2 * margin, 1),
    around / Math.max(size.width, size.height),
  )
  return { ...middle, metres: Math.min(metres, afar) }
}

/** Zooms by a factor; the position under the pixel stays. */
export function zoom(view: View, factor: number, { at, size }: { at: Pixel; size: Size }): View {
  const metres = Math.min(Math.max(view.metres / factor, closest), afar)
  const before = toLatLng(at, view, size)
  const after = toLatLng(at, { ...view, metres }, size)
  return {
    ...exact({ lat: view.lat + before.lat - after.lat, lng: view.lng + before.lng - after.lng }),
    metres,
  }
}

/** Pans by a number of pixels. */
export function pan(view: View, { x, y }: Pixel, size: Size): View {
  const middle = { x: size.width / 2 - x, y: size.height / 2 - y }
  return { ...toLatLng(middle, view, size), metres: view.metres }
}

/** Moves a position by metres to the east and to the north. */
export function beside({ lat, lng }: LatLng, east: number, north: number): LatLng {
  const degree = radius * radians
  return exact({
    lat: lat + north / degree,
    lng: lng + east / degree / Math.cos(bounded(lat) * radians),
  })
}

/** Returns the distance in metres. */
export function distance(one: LatLng, other: LatLng): number {
  const degree = radius * radians
  const east = nearest(other.lng - one.lng) * degree * Math.cos(bounded(one.lat) * radians)
  return Math.hypot(east, (other.lat - one.lat) * degree)
}

/** Returns a round length that fills about this many pixels, in metres. */
export function roundLength({ metres }: View, pixels: number): number {
  const wanted = pixels * metres
  const power = 10 ** Math.floor(Math.log10(wanted))
  return ([5, 2, 1].find((factor) => factor * power <= wanted) ?? 1) * power
}

/** `150 m`, `2 km`. */
export function inMetres(length: number): string {
  return length >= 1_000 ? `${length / 1_000} km` : `${Number(length.toPrecision(3))} m`
}

/** `55.620500, 12.080100`. */
export function inDegrees({ lat, lng }: LatLng): string {
  return `${lat.toFixed(6)}, ${lng.toFixed(6)}`
}

function northing(lat: number): number {
  return radius * Math.log(Math.tan(Math.PI / 4 + (bounded(lat) * radians) / 2))
}

function bounded(lat: number): number {
  return Math.min(Math.max(lat, -furthest), furthest)
}

/** The difference of two longitudes, the short way round. */
function nearest(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}

function exact({ lat, lng }: LatLng): LatLng {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return { lat: round(lat), lng: round(nearest(lng)) }
}

function spanOf(values: number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return { size: most - least, middle: (least + most) / 2 }
}
