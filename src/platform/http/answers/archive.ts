/** An archive (.zip) of files, written as they come. */
import { Readable } from 'node:stream'
import { Zip, ZipDeflate } from 'fflate'

/** Time of the files in the archive: the same files are the same bytes at any time, in any zone. */
const mtime = new Date('1980-01-02T12:00:00Z')

/** Returns an archive of files, of which one is in memory at a time. */
export function archiveOf(files: AsyncIterable<{ name: string; content: Uint8Array }>): Readable {
  return Readable.from(zipped(files))
}

async function* zipped(
  files: AsyncIterable<{ name: string; content: Uint8Array }>,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  for await (const { name, content } of files) {
    const part = Object.assign(new ZipDeflate(name), { mtime })
    zip.add(part)
    part.push(content, true)
    yield* written.splice(0)
  }
  zip.end()
  yield* written.splice(0)
}
