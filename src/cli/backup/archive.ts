/**
 * The file of a backup: a tar archive, so that single parts can be extracted with any tool. Its last entry,
 * `SHA256SUMS`, lists all others in the format of `sha256sum -c`. An archive without it is incomplete.
 */
import { hash } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CommandError } from '../terminal/output.ts'

const block = 512
const sums = 'SHA256SUMS'
/** No entry is nearly as large: a larger size means a damaged header. */
const largest = 1_073_741_824

export type Entry = { name: string; data: Buffer }

/** Writes an archive under a temporary name, and renames it when it is complete. Only its owner may read it. */
export class ArchiveWriter {
  readonly #file: string
  readonly #handle: FileHandle
  readonly #time: Date
  readonly #sums: string[] = []
  bytes = 0

  private constructor(file: string, handle: FileHandle, time: Date) {
    this.#file = file
    this.#handle = handle
    this.#time = time
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
    return new ArchiveWriter(file, handle, time)
  }

  async add(name: string, data: Buffer): Promise<void> {
    this.#sums.push(`${hash('sha256', data)}  ${name}\n`)
    await this.#write(name, data)
  }

  async finish(): Promise<void> {
    await this.#write(sums, Buffer.from(this.#sums.join('')))
    await this.#append(Buffer.alloc(2 * block))
    await this.#handle.sync()
    await this.#handle.close()
    await rename(partOf(this.#file), this.#file)
    await keepName(this.#file)
  }

  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => {})
    await rm(partOf(this.#file), { force: true })
  }

  async #write(name: string, data: Buffer) {
    const padding = Buffer.alloc((block - (data.length % block)) % block)
    await this.#append(headerOf(name, data.length, this.#time))
    await this.#append(data)
    await this.#append(padding)
  }

  async #append(bytes: Buffer) {
    await this.#handle.appendFile(bytes)
    this.bytes += bytes.length
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

/** The header of a regular file in the POSIX format (ustar). */
function headerOf(name: string, size: number, time: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`Too long a name for an archive: ${name}`)
  const header = Buffer.alloc(block)
  const octal = (number: number, length: number) =>
    `${Math.floor(number)
      .toString(8)
      .padStart(length - 1, '0')}\0`
  header.write(name, 0)
  header.write(`${octal(0o600, 8)}${octal(0, 8)}${octal(0, 8)}`, 100)
  header.write(`${octal(size, 12)}${octal(time.getTime() / 1000, 12)}`, 124)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(sumOf(header), 7)} `, 148)
  return header
}

/** The checksum of a header: the sum of its bytes, with spaces in place of the checksum itself. */
function sumOf(header: Buffer): number {
  const [before, after] = [header.subarray(0, 148), header.subarray(156)]
  return [before, after].flatMap((part) => [...part]).reduce((sum, byte) => sum + byte, 8 * 32)
}

/**
 * The entries of an archive in their order, without the checksums, against which each is checked at the end.
 * @throws CommandError that states the problem of the file
 */
export async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new CommandError(`${file} cannot be read`, { cause })
  })
  const found: string[] = []
  try {
    for (;;) {
      const entry = await nextOf(handle, file)
      if (!entry) throw damaged(file, 'it ends too early')
      if (entry.name === sums) {
        if (entry.data.toString() === found.join('')) return
        throw damaged(file, 'what it holds is not what was written')
      }
      found.push(`${hash('sha256', entry.data)}  ${entry.name}\n`)
      yield entry
    }
  } finally {
    await handle.close()
  }
}

async function nextOf(handle: FileHandle, file: string): Promise<Entry | undefined> {
  const header = await take(handle, block)
  if (!header || header.every((byte) => byte === 0)) return undefined
  const number = (from: number, length: number) =>
    Number.parseInt(header.toString('latin1', from, from + length), 8)
  const isOurs = header.toString('latin1', 257, 262) === 'ustar' && number(148, 8) === sumOf(header)
  const size = number(124, 12)
  if (!isOurs || !(size <= largest)) throw damaged(file, 'it is no backup, or was changed')
  const padded = await take(handle, Math.ceil(size / block) * block)
  if (!padded) return undefined
  if (padded.subarray(size).some((byte) => byte !== 0)) throw damaged(file, 'it was changed')
  const [name = ''] = header.toString('utf8', 0, 100).split('\0')
  return { name, data: padded.subarray(0, size) }
}

/** Returns undefined if fewer bytes are left. */
async function take(handle: FileHandle, length: number): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled)
    if (bytesRead === 0) return undefined
    filled += bytesRead
  }
  return bytes
}

const damaged = (file: string, why: string) => new CommandError(`${file} is damaged: ${why}`)
