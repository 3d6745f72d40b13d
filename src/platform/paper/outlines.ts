/** Outlines of glyphs as dots. */

/** A place in dots and the size of a unit of the font; outlines count upwards, dots downwards. */
type Place = { x: number; y: number; scale: number }

/** Straight lines that stand for a curve: a glyph is at most 50 dots high, and none is 1/8 dot beside its curve. */
const steps = 6
/** Lines by which a row is measured, and the share of a dot that must be inside for it to be black: thin strokes stay whole. */
const [samples, threshold] = [4, 0.4]

/** Calls `blacken` with the dots of an outline: a path of SVG of M, L, Q, C and Z, in units of the font. */
export function fillOutline(
  path: string,
  place: Place,
  blacken: (row: number, x: number) => void,
): void {
  const edges = edgesOf(path, place)
  if (edges.length === 0) return
  const box = boxOf(edges)
  const covered = coverageOf(edges, box)
  const { left, top, width, height } = box
  for (let row = 0; row < height; row++) {
    let winding = 0
    for (let x = 0; x < width; x++) {
      winding += covered[row * width + x] ?? 0
      if (Math.abs(winding) >= threshold) blacken(top + row, left + x)
    }
  }
}

/** Returns the edges of an outline, four numbers each, in dots. */
function edgesOf(path: string, place: Place): number[] {
  const edges: number[] = []
  let [startX, startY, x, y] = [0, 0, 0, 0]
  const lineTo = (nextX: number, nextY: number) => {
    edges.push(x, y, nextX, nextY)
    ;[x, y] = [nextX, nextY]
  }
  for (const [whole] of path.matchAll(/[MLQCZ][^MLQCZ]*/g)) {
    const command = whole.charAt(0)
    const points = command === 'Z' ? [] : pointsIn(whole.slice(1), place)
    const [endX = startX, endY = startY] = points.slice(-2)
    if (command === 'M') [startX, startY, x, y] = [endX, endY, endX, endY]
    else if (command === 'L' || command === 'Z') lineTo(endX, endY)
    else {
      const curve = [x, y, ...points]
      for (let step = 1; step <= steps; step++) lineTo(...pointOf(curve, step / steps))
    }
  }
  return edges
}

/** Returns coordinates in dots, x and y in turn. */
const pointsIn = (numbers: string, { x, y, scale }: Place): number[] =>
  numbers
    .split(/[ ,]/)
    .map((value, index) =>
      index % 2 === 0 ? x + Number(value) * scale : y - Number(value) * scale,
    )

/** Returns a point of a Bézier curve of degree 2 or 3. */
function pointOf(curve: number[], t: number): [x: number, y: number] {
  const rest = 1 - t
  const weights =
    curve.length === 6
      ? [rest * rest, 2 * rest * t, t * t]
      : [rest ** 3, 3 * rest * rest * t, 3 * rest * t * t, t ** 3]
  let [x, y] = [0, 0]
  for (const [index, weight] of weights.entries()) {
    x += weight * (curve[2 * index] ?? 0)
    y += weight * (curve[2 * index + 1] ?? 0)
  }
  return [x, y]
}

type DotBox = Record<'left' | 'top' | 'width' | 'height', number>

function boxOf(edges: number[]): DotBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let index = 0; index < edges.length; index += 2) {
    const [x = 0, y = 0] = [edges[index], edges[index + 1]]
    left = Math.min(left, Math.floor(x))
    right = Math.max(right, Math.floor(x))
    top = Math.min(top, Math.floor(y))
    bottom = Math.max(bottom, Math.floor(y))
  }
  return { left, top, width: right - left + 2, height: bottom - top + 1 }
}

/**
 * Returns how often the outline winds around each dot, as the difference to the dot on its left: an edge that crosses a line
 * adds its direction to all dots on the right, and to the dot that it cuts the share on its right.
 */
function coverageOf(edges: number[], { left, top, width, height }: DotBox): Float32Array {
  const covered = new Float32Array(width * height)
  for (let index = 0; index < edges.length; index += 4) {
    const [x1 = 0, y1 = 0] = [edges[index], edges[index + 1]]
    const [x2 = 0, y2 = 0] = [edges[index + 2], edges[index + 3]]
    const weight = (y2 > y1 ? 1 : -1) / samples
    const end = Math.ceil(Math.max(y1, y2) * samples - 0.5)
    for (let line = Math.ceil(Math.min(y1, y2) * samples - 0.5); line < end; line++) {
      const x = x1 + (((line + 0.5) / samples - y1) / (y2 - y1)) * (x2 - x1) - left
      const cell = (Math.floor(line / samples) - top) * width + Math.floor(x)
      const share = x - Math.floor(x)
      covered[cell] = (covered[cell] ?? 0) + weight * (1 - share)
      covered[cell + 1] = (covered[cell + 1] ?? 0) + weight * share
    }
  }
  return covered
}
