import { modulesOf, pathOf } from '#common/codes/qr-path'
import { loadSharp } from '#platform/photos/sharp'

const pixelsAModule = 12

/** Draws a picture that is sharp at any size, with a description for people who cannot see it. */
export function toSvg(code: string): string {
  const { size, path } = pathOf(code)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="480" height="480" role="img" aria-labelledby="title" shape-rendering="crispEdges"><title id="title">Ticket code to show at the gate</title><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}

/** Draws a PNG at least 600 pixels wide, with the same number of pixels for every module. */
export async function toPng(code: string): Promise<Buffer> {
  const sharp = await loadSharp()
  const modules = modulesOf(code)
  const size = modules.length
  const pixels = Uint8Array.from(modules.flat(), (isDark) => (isDark ? 0 : 255))
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * pixelsAModule, undefined, { kernel: 'nearest' })
    .toColourspace('b-w')
    .png({ compressionLevel: 9 })
    .toBuffer()
}
