type Point = { x: number; y: number }

/** The distance below which a finger cannot distinguish points, in pixels. */
export const near = 30

/** Groups overlapping points, each with the first one it is near to. */
export function clusterOf<Item extends Point>(points: Item[], radiusOf: (items: Item[]) => number) {
  const clusters: (Point & { items: Item[] })[] = []
  for (const point of points) {
    const close = clusters.find(({ x, y }) => Math.hypot(x - point.x, y - point.y) < near)
    if (close) close.items.push(point)
    else clusters.push({ x: point.x, y: point.y, items: [point] })
  }
  return clusters.map((cluster) => ({ ...cluster, radius: radiusOf(cluster.items) }))
}

type Box = { left: number; right: number; top: number; bottom: number }
export type Label = { x: number; y: number; anchor: 'start' | 'end'; isFree: boolean }

/**
 * Places names beside their points, to the right or else to the left. A name that would cover another name
 * or point, or leave the map, is shown only on hover.
 */
export function labelsOf(
  clusters: (Point & { radius: number })[],
  widths: number[],
  within: { width: number },
): Label[] {
  const taken: Box[] = clusters.map(({ x, y, radius }) => around({ x, y }, radius))
  return clusters.map(({ x, y, radius }, index) => {
    const width = widths[index] ?? 0
    const [gap, half] = [radius + 5, 9]
    const sides = [
      { anchor: 'start', left: x + gap, right: x + gap + width },
      { anchor: 'end', left: x - gap - width, right: x - gap },
    ] as const
    const fits = sides.filter(({ left, right }) => left > 4 && right < within.width - 4)
    const free = fits.find(({ left, right }) => {
      const box = { left, right, top: y - half, bottom: y + half }
      return width > 0 && !taken.some((other, place) => place !== index && meet(box, other))
    })
    const { anchor, left, right } = free ?? fits[0] ?? sides[0]
    if (free) taken.push({ left, right, top: y - half, bottom: y + half })
    return { x: anchor === 'start' ? left : right, y: y + 5, anchor, isFree: free !== undefined }
  })
}

function around({ x, y }: Point, radius: number): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
