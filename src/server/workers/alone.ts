import { isEarlier } from '#platform/database/migrate'
import { ensureFirstAccounts } from '../first-start.ts'
import { openPools } from '../infrastructure.ts'
import { type Ground, open } from '../open.ts'
import { makeReady, type ReadyOptions, type Running } from '../ready.ts'

/** Runs the whole service in this process. */
export async function runAlone(
  closing: AsyncDisposableStack,
  ground: Ground,
  { log, metrics, fill }: ReadyOptions,
): Promise<Running> {
  const pools = openPools(closing, ground)
  const mustMigrate = await isEarlier(pools.working)
  const ready = makeReady(pools.working, ground, fill)
  // A failure is handled at the `await`.
  ready.catch(() => {})
  // A migration may need the database for itself.
  if (mustMigrate) await ready
  const { infrastructure, server, port } = await open(closing, ground, {
    log,
    metrics,
    pools,
    ready,
  })
  const readied = await ready
  // Last, because secrets are shown only once: a start that fails on a taken port must not show them.
  const accounts = await ensureFirstAccounts(infrastructure, ground.config, readied.isFirst)
  return { readied, accounts, port, server }
}
