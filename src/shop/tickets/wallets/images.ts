import { readFile } from 'node:fs/promises'
import { loadSharp } from '#platform/photos/sharp'

/** Pixels of each side, by the file name in Apple Wallet. */
const sizes = {
  'icon.png': 29,
  'icon@2x.png': 58,
  'icon@3x.png': 87,
  'logo.png': 50,
  'logo@2x.png': 100,
  'logo@3x.png': 150,
}

let drawn: Record<string, Buffer> | undefined

/** Returns the images of a pass by file name: the icon of the pages, drawn with the first pass. */
export async function passImages(pagesFolder: string): Promise<Record<string, Buffer>> {
  drawn ??= await draw(await readFile(`${pagesFolder}/guide/icon-512.png`))
  return drawn
}

async function draw(icon: Buffer): Promise<Record<string, Buffer>> {
  const sharp = await loadSharp()
  const drawing = Object.entries(sizes).map(async ([name, size]) => {
    return [name, await sharp(icon).resize(size, size).png().toBuffer()] as const
  })
  return Object.fromEntries(await Promise.all(drawing))
}
