import { modulesOf, stripesOf } from '#common/codes/qr-path'
import type { Paper } from '#platform/paper/paper'

type CodePosition = Record<'x' | 'y' | 'size', number>

/** Draws a QR code: one path, filled at once, so that no viewer shows seams between the modules. */
export function drawCode(
  { document, picture }: Paper,
  code: string,
  { x, y, size }: CodePosition,
): void {
  const modules = modulesOf(code)
  const side = size / modules.length
  picture('QR', () => {
    for (const [row, stripes] of modules.map(stripesOf).entries()) {
      for (const { start, length } of stripes) {
        document.rect(x + start * side, y + row * side, length * side, side)
      }
    }
    document.fill('#000')
  })
}
