import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Infrastructure } from '#platform/http/infrastructure'
import { noteFolder, noteSeconds } from '#platform/photos/folders'

/**
 * Logs a warning if other hosts store photos in folders of their own. A bucket, and a host with its own database,
 * need no check.
 */
export function watchPhotoFolder(
  { config, jobs, work, now }: Pick<Infrastructure, 'config' | 'jobs' | 'work' | 'now'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void {
  if (config.S3_BUCKET !== undefined || config.DATABASE_URL === undefined) return
  const folder = join(config.DATA_DIR, 'photos')
  let before: string | undefined
  jobs.everySeconds(noteSeconds, async () => {
    const warning = await noteFolder({ db: work, now: now(), folder, host: hostname() })
    if (warning !== undefined && warning !== before) log.warn(warning)
    before = warning
  })
}
