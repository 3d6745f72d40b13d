import { isEarlier } from '#platform/database/migrate'
import { ensureFirstAccounts } from '../first-start.ts'
import { openPools } from '../infrastructure.ts'
import { open, type ProcessSettings } from '../open.ts'
import { makeReady, type ReadyOptions, type Running } from '../ready.ts'

/** Runs the whole service in this process. */
export async function runAlone(
  closing: AsyncDisposableStack,
  settings: ProcessSettings,
  { log, metrics, fill }: ReadyOptions,
): Promise<Running> {
  const pools = openPools(closing, settings)
  const mustMigrate = await isEarlier(pools.working)
  const ready = makeReady(pools.working, settings, fill)
  // A failure is handled at the `await`.
  ready.catch(() => {})
  // A migration may need the database for itself.
  if (mustMigrate) await ready
  const { infrastructure, server, port } = await open(closing, settings, {
    log,
    metrics,
    pools,
    ready,
  })
  const readied = await ready
  // Last, because secrets are shown only once: a start that fails on a taken port must not show them.
  const accounts = await ensureFirstAccounts(infrastructure, settings.config, readied.isFirst)
  return { readied, accounts, port, server }
}
