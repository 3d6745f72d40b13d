/**
 * The file of a backup: a tar archive, so that single parts can be extracted with any tool. Its last entry,
 * `SHA256SUMS`, lists all others in the format of `sha256sum -c`. An archive without it is incomplete.
 */
import { hash } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { CommandError, sentence } from '../terminal/output.ts'

const sums = 'SHA256SUMS'
/** No entry is nearly as large: a larger size means a damaged header. */
const largest = 1_073_741_824

export type Entry = { name: string; data: Buffer }

/** Writes an archive under a temporary name, and renames it when it is complete. Only its owner may read it. */
export class ArchiveWriter {
  readonly #file: string
  readonly #stream: WriteStream
  readonly #written: Promise<void>
  readonly #time: Date
  readonly #pack = pack()
  readonly #sums: string[] = []

  private constructor(file: string, stream: WriteStream, time: Date) {
    this.#file = file
    this.#stream = stream
    this.#time = time
    this.#written = finished(stream)
    // A failure is reported by the next call.
    this.#written.catch(() => {})
    pipeline(this.#pack, stream, () => {})
  }

  /** @throws CommandError if the file exists already, is being written, or cannot be written */
  static async create(file: string, time: Date): Promise<ArchiveWriter> {
    const known = await stat(file).catch(() => undefined)
    if (known) throw new CommandError(`${file} exists already: name another file`)
    // Two backups that wrote one file at the same time would damage each other's data.
    const handle = await open(partOf(file), 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === 'EEXIST'
          ? 'exists: another backup writes it, or was cut off. Delete it if none runs'
          : `cannot be written: ${cause.message}`
      throw new CommandError(`${partOf(file)} ${why}`, { cause })
    })
    return new ArchiveWriter(file, handle.createWriteStream({ flush: true }), time)
  }

  get bytes(): number {
    return this.#stream.bytesWritten
  }

  async add(name: string, data: Buffer): Promise<void> {
    this.#sums.push(`${hash('sha256', data)}  ${name}\n`)
    await this.#write(name, data)
  }

  async finish(): Promise<void> {
    await this.#write(sums, Buffer.from(this.#sums.join('')))
    this.#pack.finalize()
    await this.#written
    await rename(partOf(this.#file), this.#file)
    await keepName(this.#file)
  }

  async abandon(): Promise<void> {
    this.#stream.destroy()
    await this.#written.catch(() => {})
    await rm(partOf(this.#file), { force: true })
  }

  async #write(name: string, data: Buffer) {
    const header = { name, mode: 0o600, mtime: this.#time }
    const added = new Promise<void>((resolve, reject) => {
      this.#pack.entry(header, data, (error) => (error ? reject(error) : resolve()))
    })
    // A failure of the file comes first: it has the cause.
    await Promise.race([this.#written, added])
  }
}

/** The new name survives a power cut only once the folder is on disk as well. */
async function keepName(file: string): Promise<void> {
  const folder = await open(dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const partOf = (file: string) => `${file}.part`

/**
 * The entries of an archive in their order, without the checksums, against which each is checked at the end.
 * @throws CommandError that states the problem of the file
 */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new CommandError(`${file} cannot be read`, { cause })
  })
  const archive = extract()
  pipeline(handle.createReadStream(), archive, () => {})
  const found: string[] = []
  try {
    for await (const entry of archive) {
      const { name, size } = entry.header
      if (size > largest) throw new Error('it is no backup, or was changed')
      const data = await buffer(entry)
      if (name === sums) {
        if (data.toString() === found.join('')) return
        throw new Error('what it holds is not what was written')
      }
      found.push(`${hash('sha256', data)}  ${name}\n`)
      yield { name, data }
    }
    throw new Error('it ends too early')
  } catch (cause) {
    throw new CommandError(`${file} is damaged: ${sentence(cause)}`, { cause })
  }
}
