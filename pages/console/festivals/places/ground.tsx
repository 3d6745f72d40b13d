import { inMetres, type LatLng, roundLength, type Size, toPixel, type View } from './projection.ts'

type Props = { view: View; size: Size; origin: LatLng }

/** The background of the pins: a grid in round metres that moves with the map, and its scale. */
export function Ground({ view, size, origin }: Props) {
  const { width, height } = size
  const step = roundLength(view, 110)
  const from = toPixel(origin, view, size)
  const columns = linesOf(from.x, step / view.metres, width)
  const rows = linesOf(from.y, step / view.metres, height)
  const bar = roundLength(view, 130)
  const end = 16 + bar / view.metres
  return (
    <svg className="place-ground" viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <path
        className="place-grid"
        d={[
          ...columns.map((x) => `M${x} 0V${height}`),
          ...rows.map((y) => `M0 ${y}H${width}`),
        ].join('')}
      />
      <path className="place-scale" d={`M16 ${height - 24}v8H${end}v-8`} />
      <text className="place-metres" x={end + 8} y={height - 15}>
        {inMetres(bar)}
      </text>
      <path className="place-north" d={`M${width - 28} ${height - 16}v-26m-6 9 6-10 6 10`} />
      <text className="place-metres" x={width - 28} y={height - 48} textAnchor="middle">
        N
      </text>
    </svg>
  )
}

/** Returns where grid lines cross an edge of the map, in pixels. */
function linesOf(origin: number, step: number, length: number): number[] {
  const first = ((origin % step) + step) % step
  const count = Math.max(Math.ceil((length - first) / step), 0)
  return Array.from({ length: count }, (_, n) => Math.round((first + n * step) * 10) / 10)
}
