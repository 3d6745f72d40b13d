/** A disk whose power can be cut: an ext4 file system of its own, which then forgets what was not written through. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '../until.ts'

const run = promisify(execFile)

/** `EXT4_IOC_SHUTDOWN` with `EXT4_GOING_FLAGS_NOLOGFLUSH`: from now on nothing reaches the disk, not even the journal. */
const shutdown =
  'open(my $folder, "<", shift) or die $!; my $flags = pack("L", 2); ioctl($folder, 0x8004587d, $flags) or die $!'

export class CuttableDisk {
  /** where it is mounted */
  readonly folder: string
  readonly #image: string

  private constructor(folder: string, image: string) {
    this.folder = folder
    this.#image = image
  }

  /** Makes one with this many megabytes in a folder that exists, and mounts it. */
  static async make(parent: string, megabytes: number): Promise<CuttableDisk> {
    const disk = new CuttableDisk(join(parent, 'disk'), join(parent, 'image'))
    await mkdir(disk.folder)
    const file = await open(disk.#image, 'w')
    await file.truncate(megabytes << 20)
    await file.close()
    await run('mkfs.ext4', ['-q', '-F', disk.#image])
    await disk.mount()
    return disk
  }

  /** Mounted again after a cut, it replays its journal first. */
  async mount(): Promise<void> {
    await run('mount', ['-o', 'loop', this.#image, this.folder])
  }

  /** Writes what waits in memory through to it. */
  async sync(): Promise<void> {
    await run('sync', ['--file-system', this.folder])
  }

  /** From this moment on nothing is written any more; what waits in memory is lost. */
  async cut(): Promise<void> {
    await run('perl', ['-e', shutdown, this.folder])
  }

  /** Resolves when no process uses it any more, so that nothing of it is left in memory. */
  async unmount(): Promise<void> {
    await until('unmounted', async () => {
      const done = await run('umount', [this.folder]).catch(() => undefined)
      return done !== undefined
    })
  }
}

/** Why there can be no such disk here, found out by making a small one; undefined where there can be. */
export async function missingForDisks(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'mounting a disk takes root'
  const folder = await mkdtemp(join(tmpdir(), 'festival-disk-'))
  try {
    const disk = await CuttableDisk.make(folder, 8)
    await disk.cut()
    await disk.unmount()
    return undefined
  } catch (error) {
    return `there is no ext4 whose power can be cut: ${error instanceof Error ? error.message : error}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
