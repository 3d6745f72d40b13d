import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Infrastructure } from '#platform/http/infrastructure'
import { everySeconds, noteFolder } from '#platform/photos/folders'

/** Warns in the log where other hosts store photos in folders of their own. Not where a bucket has them, nor beside the service's own database. */
export function watchPhotoFolder(
  { config, jobs, work, now }: Pick<Infrastructure, 'config' | 'jobs' | 'work' | 'now'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void {
  if (config.S3_BUCKET !== undefined || config.DATABASE_URL === undefined) return
  const folder = join(config.DATA_DIR, 'photos')
  let before: string | undefined
  jobs.often(everySeconds, async () => {
    const warning = await noteFolder({ db: work, now: now(), folder, host: hostname() })
    if (warning !== undefined && warning !== before) log.warn(warning)
    before = warning
  })
}
