import type { Pixel } from './projection.ts'

type Pin = Pixel & { id: string; name: string; type: string | null }
type Box = { left: number; right: number; top: number; bottom: number }

/** The approximate width of a letter and the maximum width of a name, in pixels. */
const [letter, longest] = [7, 140]
const [half, height] = [18, 16]

/** Returns the pins with names that fit below or above them without covering another name or pin; stages first. */
export function namedPins(pins: Pin[]): Map<string, 'below' | 'above'> {
  const taken: Box[] = pins.map(({ x, y }) => ({
    left: x - half + 4,
    right: x + half - 4,
    top: y - half + 4,
    bottom: y + half - 4,
  }))
  const named = new Map<string, 'below' | 'above'>()
  const inOrder = pins.toSorted((one, other) => rankOf(one) - rankOf(other))
  for (const pin of inOrder) {
    for (const side of ['below', 'above'] as const) {
      const box = boxOf(pin, side)
      if (taken.some((other) => touch(box, other))) continue
      taken.push(box)
      named.set(pin.id, side)
      break
    }
  }
  return named
}

function boxOf({ x, y, name }: Pin, side: 'below' | 'above'): Box {
  const width = Math.min(name.length * letter, longest) / 2
  const top = side === 'below' ? y + half : y - half - height
  return { left: x - width, right: x + width, top, bottom: top + height }
}

function rankOf({ type }: Pin): number {
  return type === 'stage' ? 0 : 1
}

function touch(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  )
}
