import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import type { PrintedTicket } from '../queries.ts'
import type { AppleWallet } from './apple.ts'
import { passImages } from './images.ts'
import { passFields } from './pass-fields.ts'
import { signDetached } from './signature.ts'

/**
 * Returns a ticket as a pass of Apple Wallet: a ZIP file with `pass.json`, images, the SHA-1 of each in `manifest.json`
 * (Apple's format), and the signature of the manifest. About 15 kB.
 */
export async function toPkpass(
  ticket: PrintedTicket,
  wallet: AppleWallet,
  { now, pagesFolder }: { now: Date; pagesFolder: string },
): Promise<Buffer> {
  const pass = Buffer.from(JSON.stringify(passFields(ticket, wallet)))
  const files = { 'pass.json': pass, ...(await passImages(pagesFolder)) }
  const sums = Object.entries(files).map(([name, content]) => [name, sha1(content)])
  const manifest = Buffer.from(JSON.stringify(Object.fromEntries(sums)))
  const signature = await signDetached(manifest, wallet, now)
  const whole = { ...files, 'manifest.json': manifest, signature }
  // Stored uncompressed: images are compressed already, and the rest is small.
  return Buffer.from(zipSync(whole, { level: 0, mtime: now }))
}

const sha1 = (content: Buffer) => createHash('sha1').update(content).digest('hex')
