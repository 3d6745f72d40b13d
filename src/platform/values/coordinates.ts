import { type Static, Type } from 'typebox'

const LngLat = Type.Unsafe<[lng: number, lat: number]>({
  type: 'array',
  items: { type: 'number' },
  minItems: 2,
  maxItems: 2,
  description: 'Longitude, latitude',
  examples: [[12.08, 55.62]],
})

/** The place of something on read: plainly, and as the GeoJSON point of map mode; null if unknown. */
export const Coordinates = Type.Union([
  Type.Object(
    {
      lat: Type.Number({ examples: [55.62] }),
      lng: Type.Number({ examples: [12.08] }),
      location: Type.Object({
        type: Type.Literal('Point', { examples: ['Point'] }),
        coordinates: LngLat,
      }),
    },
    { title: 'Coordinates' },
  ),
  Type.Null(),
])
export type Coordinates = Static<typeof Coordinates>

/** Converts a stored point (x is the longitude, in degrees) to its coordinates as read. */
export function toCoordinates(point: { x: number; y: number } | null): Coordinates {
  if (point === null) return null
  const { x: lng, y: lat } = point
  return { lat, lng, location: { type: 'Point', coordinates: [lng, lat] } }
}
