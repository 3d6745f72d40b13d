import type { Database } from '#platform/database/tables'
import { SealBroken, type Vault } from '#platform/secrets/vault'
import { contextOf } from './secrets.ts'

/**
 * Seals the secret of every endpoint with the first key of the vault. Returns the number of endpoints, and the ids of
 * endpoints with a secret that it cannot open.
 */
export async function resealWebhookSecrets({ db, vault }: { db: Database; vault: Vault }) {
  const report: { resealed: number; lost: string[] } = { resealed: 0, lost: [] }
  const rows = await db.selectFrom('webhooks').select(['id', 'secret', 'old_secret']).execute()
  for (const { id, ...sealed } of rows) {
    try {
      const secret = vault.reseal(sealed.secret, contextOf(id))
      const old_secret = sealed.old_secret && vault.reseal(sealed.old_secret, contextOf(id))
      const anew = { ...(secret && { secret }), ...(old_secret && { old_secret }) }
      const count = Object.keys(anew).length
      if (count === 0) continue
      await db.updateTable('webhooks').set(anew).where('id', '=', id).execute()
      report.resealed += count
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      report.lost.push(id)
    }
  }
  return report
}
