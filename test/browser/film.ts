/** Films for the browser's camera: codes shown one after the other, again and again. */
import { appendFile, writeFile } from 'node:fs/promises'
import { encodeQR } from 'qr'
import sharp from 'sharp'
import { stripesOf } from '#common/codes/qr-path'
import { pngOf } from '../svg.ts'

/** A code, or nothing, and for how long it is shown. */
type Scene = { code: string | null; seconds: number }

const [width, height] = [640, 480]
/** The frame rate at which Chromium plays a film. */
const aSecond = 30
const ticketLetters = /^[0-9A-Z $%*+\-./:]*$/

/** Makes a film at `path`, and returns the flags that make Chromium's camera play it. */
export async function film(path: string, scenes: Scene[]): Promise<string[]> {
  await writeFile(path, '')
  for (const { code, seconds } of scenes) {
    const picture = await sharp(pngOf(pictureOf(code)))
      .jpeg({ quality: 80 })
      .toBuffer()
    for (let frame = 0; frame < seconds * aSecond; frame++) await appendFile(path, picture)
  }
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${path}`,
  ]
}

/** A phone held at a slight angle in front of a wall. */
function pictureOf(code: string | null): string {
  const wall = `<linearGradient id="wall"><stop stop-color="#777"/><stop offset="1" stop-color="#aaa"/></linearGradient><path fill="url(#wall)" d="M0 0h${width}v${height}H0z"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${wall}${code === null ? '' : heldUp(code)}</svg>`
}

function heldUp(code: string): string {
  const encoding = ticketLetters.test(code) ? 'alphanumeric' : 'byte'
  const modules = encodeQR(code, 'raw', { ecc: 'medium', encoding, border: 4 })
  const dark = modules.flatMap((row, y) =>
    stripesOf(row).map(({ start, length }) => `M${start} ${y}h${length}v1h-${length}z`),
  )
  const [size, scale] = [modules.length, 300 / modules.length]
  return `<g transform="translate(170 80) rotate(6) scale(${scale})"><path fill="#eee" d="M0 0h${size}v${size}H0z"/><path fill="#222" d="${dark.join('')}"/></g>`
}
