import { encodeQR } from 'qr'

/** The white around a code without which scanners do not find it. */
const quiet = 4
const pixelsAModule = 12

/** The modules of a code's picture, row by row; true is dark. Error correction M, quiet zone included. */
export function modulesOf(code: string): boolean[][] {
  return encodeQR(code, 'raw', { ecc: 'medium', encoding: 'alphanumeric', border: quiet })
}

/** Dark stripes of a row: where each begins and how long it is, in modules. */
export function stripesOf(row: boolean[]): { start: number; length: number }[] {
  return row.flatMap((isDark, start) => {
    if (!isDark || row[start - 1]) return []
    const end = row.indexOf(false, start)
    return [{ start, length: (end === -1 ? row.length : end) - start }]
  })
}

/** The dark modules of a code as one path in a square of `size`, quiet zone included. */
export function pathOf(code: string): { size: number; path: string } {
  const modules = modulesOf(code)
  const stripes = modules.flatMap((row, y) =>
    stripesOf(row).map(({ start, length }) => `M${start} ${y}h${length}v1h-${length}z`),
  )
  return { size: modules.length, path: stripes.join('') }
}

/** A picture that is sharp at any size, and tells those who cannot see it what it is. */
export function toSvg(code: string): string {
  const { size, path } = pathOf(code)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="480" height="480" role="img" aria-labelledby="title" shape-rendering="crispEdges"><title id="title">Ticket code to show at the gate</title><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}

/** At least 600 pixels wide, every module as many pixels. */
export async function toPng(code: string): Promise<Buffer> {
  // Loaded with the first picture, so that no start of the service waits for it.
  const { default: sharp } = await import('sharp')
  const modules = modulesOf(code)
  const size = modules.length
  const pixels = Uint8Array.from(modules.flat(), (isDark) => (isDark ? 0 : 255))
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * pixelsAModule, undefined, { kernel: 'nearest' })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer()
}
