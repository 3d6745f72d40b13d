import { randomUUIDv7 } from 'node:crypto'

/** Returns the id of a new record: a UUIDv7, so that ids sort by creation time. */
export function newId(): string {
  return randomUUIDv7()
}

/** The id that no record ever has. A malformed id in a path is read as this one: equally unknown. */
export const noId = '00000000-0000-0000-0000-000000000000'

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isId(text: string): boolean {
  return shape.test(text)
}
