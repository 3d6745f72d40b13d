import { modulesOf, stripesOf } from '#common/codes/qr-path'

type CodePosition = Record<'x' | 'y' | 'size', number>

/** Draws a QR code: one path, filled at once, so that no viewer shows seams between the modules. */
export function drawCode(
  paper: PDFKit.PDFDocument,
  code: string,
  { x, y, size }: CodePosition,
): void {
  const modules = modulesOf(code)
  const side = size / modules.length
  for (const [row, stripes] of modules.map(stripesOf).entries()) {
    for (const { start, length } of stripes) {
      paper.rect(x + start * side, y + row * side, length * side, side)
    }
  }
  paper.fill('#000')
}
