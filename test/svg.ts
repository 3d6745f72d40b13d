import { execFileSync } from 'node:child_process'

const drawing = `
import sharp from 'sharp'
import { buffer } from 'node:stream/consumers'
process.stdout.write(await sharp(await buffer(process.stdin)).png().toBuffer())`

/** An SVG as a PNG, drawn in another process: one that has stored a picture reads no SVG any more. */
export const pngOf = (svg: string): Buffer =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', drawing], { input: svg })
