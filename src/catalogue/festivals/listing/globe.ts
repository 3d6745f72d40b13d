/** Distances on the globe, taken as a sphere. */
import { type RawBuilder, sql } from 'kysely'
import { Format } from 'typebox/format'
import type { Bounds } from '../model/bounds.ts'

export type Position = { lat: number; lng: number }
/** The area within `radius` kilometres of a position. */
export type Circle = Position & { radius: number }

/** The mean radius of the Earth, km. */
export const earth = 6371.0088
/** Added to each side of a box, degrees: about ten centimetres, more than is lost by rounding. */
const margin = 1e-6

const form = /^-?\d{1,2}(\.\d{1,15})?, *-?\d{1,3}(\.\d{1,15})?$/

/** Parses a position, `lat,lng` in decimal degrees; undefined for any other text. */
export function readPosition(text: string): Position | undefined {
  if (!form.test(text)) return undefined
  const [lat = Number.NaN, lng = Number.NaN] = text.split(',').map(Number)
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

Format.Set('position', (text) => readPosition(text) !== undefined)

const toRadians = (degrees: number) => (degrees * Math.PI) / 180
const toDegrees = (radians: number) => (radians * 180) / Math.PI

/** Returns the smallest box that contains a circle; it spans all longitudes if a pole lies in the circle. */
export function boxRound({ lat, lng, radius }: Circle): Bounds {
  const angle = radius / earth
  const [south, north] = [lat - toDegrees(angle) - margin, lat + toDegrees(angle) + margin]
  if (south <= -90 || north >= 90) {
    return { south: Math.max(south, -90), north: Math.min(north, 90), west: -180, east: 180 }
  }
  const width = toDegrees(Math.asin(Math.sin(angle) / Math.cos(toRadians(lat)))) + margin
  const [west, east] = [lng - width, lng + width]
  return {
    south,
    north,
    west: west < -180 ? west + 360 : west,
    east: east > 180 ? east - 360 : east,
  }
}

/** Kilometres from a position to the location of `festivals f`, along a great circle (haversine formula). */
export function distanceFrom({ lat, lng }: Position): RawBuilder<number> {
  return sql<number>`(${sql.lit(2 * earth)} * asin(sqrt(least(1,
    sin(radians(f.location[1] - ${lat}) / 2) ^ 2
    + cos(radians(${lat})) * cos(radians(f.location[1])) * sin(radians(f.location[0] - ${lng}) / 2) ^ 2))))`
}
