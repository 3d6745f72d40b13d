import { modulesOf, stripesOf } from '#common/codes/qr-path'
import type { Sheet } from '#platform/paper/sheet'

type CodePosition = Record<'x' | 'y' | 'size', number>

/** Draws a QR code. */
export function drawCode(sheet: Sheet, code: string, { x, y, size }: CodePosition): void {
  const modules = modulesOf(code)
  const height = size / modules.length
  const rectangles = modules.map(stripesOf).flatMap((stripes, row) =>
    stripes.map(({ start, length }) => ({
      x: x + start * height,
      y: y + row * height,
      width: length * height,
      height,
    })),
  )
  sheet.fillRectangles('QR', rectangles)
}
