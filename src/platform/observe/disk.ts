import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metrics, Sample } from './metrics.ts'

/** The folders of DATA_DIR that grow, each of which may be a volume of its own. */
const folders = ['postgres', 'photos']

/** Measures the space that is left on the volumes of `dataDir`, as a share of each; a folder that does not exist has no figure. */
export function watchDisk(metrics: Metrics, dataDir: string): void {
  metrics.add(async () => [
    {
      name: 'festival_disk_free_ratio',
      help: 'Space left on the volume of a folder of DATA_DIR, from 0 to 1',
      type: 'gauge',
      aggregator: 'min',
      values: (await Promise.all(folders.map((folder) => freeIn(dataDir, folder)))).flat(),
    },
  ])
}

async function freeIn(dataDir: string, folder: string): Promise<Sample[]> {
  const free = await spaceIn(dataDir, folder)
  return free ? [{ labels: { folder }, value: free.share }] : []
}

/** Returns the space that is left on the volume of a folder: bytes, and a share from 0 to 1; undefined where there is no such folder. */
export async function spaceIn(
  dataDir: string,
  folder: string,
): Promise<{ bytes: number; share: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(join(dataDir, folder))
    return blocks > 0 ? { bytes: bavail * bsize, share: bavail / blocks } : undefined
  } catch {
    return undefined
  }
}
