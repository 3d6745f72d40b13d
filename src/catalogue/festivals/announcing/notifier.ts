import type { UserCaller } from '#core/access'
import type { Database } from '#platform/database/tables'
import type { Infrastructure } from '#platform/http/infrastructure'

/** `user`: the author of the change; undefined where the service acts by itself. */
export type Notifier = Pick<Infrastructure, 'bus' | 'jobs'> & {
  db: Database
  now: Date
  user?: UserCaller | undefined
}
