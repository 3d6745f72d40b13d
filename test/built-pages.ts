/** A small, known set of built pages, so that serving them is tested without a build. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const script = `console.log(${JSON.stringify('a'.repeat(2_000))})\n`

/** A text beside the reference, as it is built. */
export const text = `<!doctype html><title>Contract</title>${'<p>'.repeat(500)}`

/**
 * Makes a folder with every page and an asset of each, and a package of the client. It is deleted after the tests of the
 * file.
 * @param body what the body of a page is made of
 */
export async function builtPages(body = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'festival-pages-'))
  after(() => rm(folder, { recursive: true, force: true }))
  for (const page of ['console', 'gate', 'box-office', 'guide', 'docs']) {
    const files: Record<string, string | Buffer> = {
      ...(page === 'docs' && { 'contract.html': text, 'contract.html.gz': gzipSync(text) }),
      'index.html': `<!doctype html><html lang="en"><head><title>${page}</title><style nonce="__NONCE__"></style></head><body>${body}</body></html>`,
      'assets/index-abc.js': script,
      'assets/index-abc.js.gz': gzipSync(script),
      'assets/index-abc.js.br': brotliCompressSync(script),
      'assets/mark-abc.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, page, name)), { recursive: true })
      await writeFile(join(folder, page, name), content)
    }
  }
  await writeFile(join(folder, 'client.tgz'), 'x'.repeat(50_000))
  await writeFile(join(folder, 'secret.txt'), 'not for readers')
  return folder
}
